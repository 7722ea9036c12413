@core
Feature: Replacing what is selected
  set replaces the selection of the tab in front and nothing else. It carries a
  revision, so that what the user typed meanwhile is never overwritten.

  Rule: The answer

    @SEL-019 @SEL-022 @SEL-068
    Scenario: A revision and a count
      Given a new tab "scratch" holding "text"
      And "scratch" is in front with a live editor
      When the client replaces the selection with "word"
      Then the reply has
        | field          | is                        |
        | revision       | the revision of "scratch" |
        | replaced_chars | an integer                |
      And "scratch" reads one of "textword" and "wordtext"

    @SEL-021
    Scenario: At a caret nothing is replaced
      Given a new tab "scratch"
      And "scratch" is in front with a live editor
      When the client replaces the selection with "word"
      Then the reply field "replaced_chars" is 0
      And "scratch" reads one of "word" and "word\n"

    @SEL-020
    Scenario Outline: It counts what was selected, in UTF-16 units
      Given a new tab "scratch" holding "a 😀 word é"
      And "scratch" is in front with a live editor
      And the user has selected "<part>" in "scratch"
      And the client has asked for the selection
      When the client replaces the selection with "something longer"
      Then the number of replaced characters is the length of the selection before
      And "scratch" reads "<result>"

      Examples:
        | part   | result                      |
        | word   | a 😀 something longer é      |
        | 😀      | a something longer word é   |

    @SEL-068 @SEL-030
    Scenario: The text around it stays
      Given a new tab "scratch" holding "one two three"
      And "scratch" is in front with a live editor
      And the user has selected "two" in "scratch"
      When the client replaces the selection with "2"
      Then the call succeeds
      And "scratch" reads "one 2 three"

    @SEL-028
    Scenario: Empty content deletes
      Given a new tab "scratch" holding "one two three"
      And "scratch" is in front with a live editor
      And the user has selected " two" in "scratch"
      When the client replaces the selection with ""
      Then the call succeeds
      And "scratch" reads "one three"

    @SEL-029
    Scenario: At a caret it inserts
      Given a new tab "scratch" holding "one three"
      And "scratch" is in front with a live editor
      And the user has put the caret after "one" in "scratch"
      When the client replaces the selection with "two"
      Then the reply field "replaced_chars" is 0
      And "scratch" reads "onetwo three"

    @SEL-067
    Scenario: The file waits for the save
      Given an open folder with "notes.md" holding "one two"
      And the client has opened "notes.md" in front
      And "notes.md" is in front with a live editor
      And the user has selected "two" in "notes.md"
      When the client replaces the selection with "2"
      Then the call succeeds
      And the state shows "notes.md" with dirty true
      And on disk "notes.md" still holds "one two"

    @SEL-069
    Scenario: One undo takes it back
      Given a new tab "scratch" holding "one two three"
      And "scratch" is in front with a live editor
      And the user has selected "two" in "scratch"
      And the client has replaced the selection with "2"
      When the user undoes once in "scratch"
      Then "scratch" reads "one two three"

    @SEL-075
    Scenario: Everything selected, everything replaced
      Given a new tab "scratch" holding "one\n\ntwo"
      And "scratch" is in front with a live editor
      And the user has selected everything in "scratch"
      When the client replaces the selection with "three"
      Then the call succeeds
      And "scratch" reads one of "three" and "three\n"

    @SEL-072
    Scenario: Of several selections the main one counts
      Given a new tab "scratch" holding "one two three"
      And "scratch" is in front with a live editor
      And the user has selected "one" and also "three" in "scratch"
      And the client has asked for the selection
      When the client replaces the selection with "X"
      Then the number of replaced characters is the length of the selection before
      And "scratch" reads one of "X two three" and "one two X"

  Rule: The revision protects the user

    @SEL-024
    Scenario: Nothing happened between
      Given a new tab "scratch" holding "text"
      And "scratch" is in front with a live editor
      And the client has asked for the selection
      When the client replaces the selection with "word" using the revision of the selection
      Then the call succeeds
      And "scratch" reads one of "textword" and "wordtext"

    @SEL-027
    Scenario: Without a revision it is unconditional
      Given a new tab "scratch" holding "text"
      And the client has written "word" to "scratch"
      And "scratch" is in front with a live editor
      When the client replaces the selection with "x"
      Then the call succeeds
      And "scratch" reads one of "wordx" and "xword"

    @SEL-025
    Scenario: The user typed between
      Given a new tab "scratch" holding "one two"
      And "scratch" is in front with a live editor
      And the client has asked for the selection
      When the user types " three" at the end of "scratch"
      And the client replaces the selection with "X" using the revision of the selection
      Then the call is refused with STALE
      And "scratch" still reads "one two three"

    @SEL-026
    Scenario: The user moved the selection between
      Given a new tab "scratch" holding "one two three"
      And "scratch" is in front with a live editor
      And the user has selected "one" in "scratch"
      And the client has asked for the selection
      When the user selects "three" in "scratch"
      And the client replaces the selection with "3" using the revision of the selection
      Then the call succeeds
      And "scratch" reads "one two 3"

    @SEL-023
    Scenario: An outdated revision
      Given a new tab "scratch" holding "one"
      And the client has read "scratch"
      And the client has written "two" to "scratch"
      And "scratch" is in front with a live editor
      When the client replaces the selection with "X" using the revision it read of "scratch"
      Then the call is refused with STALE
      And the reply field "current_revision" is the revision of "scratch"
      And "scratch" still reads "two"

  Rule: What is refused changes nothing

    @SEL-011
    Scenario: Another tab
      Given a new tab "first" holding "one"
      And a new tab "second" holding "two"
      And "second" is in front with a live editor
      And everything is noted
      When the client replaces the selection of "first" with "X"
      Then the call is refused with INVALID_TAB
      And nothing has changed

    @SEL-016
    Scenario: A read-only document
      Given a new tab "scratch" holding "text"
      And "scratch" is in front with a live editor
      And the user has made "scratch" read-only
      And everything is noted
      When the client replaces the selection with "X"
      Then the call is refused with READ_ONLY
      And nothing has changed

    @SEL-017 @SEL-018
    Scenario Outline: Content is missing or no string
      Given a new tab "scratch" holding "text"
      And "scratch" is in front with a live editor
      And everything is noted
      When the client calls selection.set with <args>
      Then the call is refused as a wrong argument
      And nothing has changed

      Examples:
        | args               |
        | {}                 |
        | {"content": 1}     |
        | {"content": ["x"]} |
        | {"content": {}}    |
