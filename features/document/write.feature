@core
Feature: Writing a whole document
  A write replaces the text of one tab, letter by letter, and returns the new
  revision. It changes no other tab and brings nothing to the front.

  Rule: The text is replaced

    @DOC-014 @DOC-015
    Scenario: What is written is read
      Given a new tab "scratch" holding "alpha"
      When the client writes "gamma" to "scratch"
      Then the reply field "revision" is the revision of "scratch"
      And "scratch" reads "gamma"

    @DOC-016
    Scenario: Other text has another revision
      Given a new tab "scratch" holding "alpha"
      And the revision of "scratch" is noted
      When the client writes "gamma" to "scratch"
      Then the call succeeds
      And the revision of "scratch" is none of those noted

    @DOC-043
    Scenario: The same text again
      Given a new tab "scratch" holding "alpha"
      When the client writes "alpha" to "scratch"
      Then the reply field "revision" is the revision of "scratch"
      And "scratch" reads "alpha"

    @DOC-029
    Scenario: Empty content empties the document
      Given a new tab "scratch" holding "alpha"
      When the client writes "" to "scratch"
      Then the call succeeds
      And "scratch" reads ""

    @DOC-020
    Scenario: Without a revision it is unconditional
      Given a new tab "scratch" holding "alpha"
      And the client has read "scratch"
      And the client has written "beta" to "scratch"
      When the client writes "gamma" to "scratch"
      Then the call succeeds
      And "scratch" reads "gamma"

    @MCP-068
    Scenario: A read after the answer sees the write
      Given a new tab "scratch" holding "alpha"
      When the client writes "gamma" to "scratch"
      And the client reads "scratch"
      Then the reply field "content" is "gamma"

    @DOC-053
    Scenario: The text can make a workflow of it
      Given a new tab "scratch" holding "text"
      When the client writes "name: x\non: push\njobs:\n  a: {}\n" to "scratch"
      Then the call succeeds
      And the state shows "scratch" with kind "yaml-workflow"

    @DOC-054
    Scenario: One undo takes it back
      Given a new tab "scratch" holding "alpha\nbeta\n"
      And "scratch" is in front
      And the client has written "one\ntwo\nthree\n" to "scratch"
      When the user undoes once in "scratch"
      Then "scratch" reads "alpha\nbeta\n"

  Rule: Every character survives

    @DOC-040
    Scenario Outline: Ends and blanks
      Given a new tab "scratch" holding "before"
      When the client writes the <sample> sample to "scratch"
      Then the call succeeds
      And "scratch" reads exactly the <sample> sample

      Examples:
        | sample           |
        | empty            |
        | one-newline      |
        | no-final-newline |
        | blank-end        |
        | trailing-blanks  |

    @DOC-042 @MCP-076
    Scenario Outline: All scripts
      Given a new tab "scratch" holding "before"
      When the client writes the <sample> sample to "scratch"
      Then the call succeeds
      And "scratch" reads exactly the <sample> sample

      Examples:
        | sample        |
        | emoji         |
        | ideographs    |
        | combining     |
        | right-to-left |
        | separators    |

    @DOC-039
    Scenario Outline: The style of Markdown
      Given an open folder with "notes.md" holding "before"
      And the client has opened "notes.md" in front
      When the client writes the <sample> sample to "notes.md"
      Then the call succeeds
      And "notes.md" reads exactly the <sample> sample

      Examples:
        | sample    |
        | styles    |
        | json-like |

    @DOC-038
    Scenario: A workflow with its comments
      Given an open folder with ".github/workflows/ci.yml" holding "on: push\njobs: {}\n"
      And the client has opened ".github/workflows/ci.yml"
      When the client writes the workflow sample to ".github/workflows/ci.yml"
      Then the call succeeds
      And ".github/workflows/ci.yml" reads exactly the workflow sample

    @DOC-041
    Scenario: CRLF is never doubled
      Given a new tab "scratch" holding "before"
      When the client writes "one\r\ntwo\r\n" to "scratch"
      Then the call succeeds
      And "scratch" reads one of "one\ntwo\n" and "one\r\ntwo\r\n"

    @MCP-074
    Scenario: One mebibyte
      Given a new tab "scratch" holding "before"
      When the client writes a text of 1048576 bytes to "scratch"
      Then the reply field "revision" is the revision of "scratch"

  Rule: Which tab

    @DOC-031
    Scenario: Without an id it is the focused tab and no other
      Given a new tab "first" holding "one"
      And a new tab "second" holding "two"
      And "first" is in front
      When the client calls document.write with {"content": "changed"}
      Then the call succeeds
      And "first" reads "changed"
      And "second" still reads "two"

    @DOC-032
    Scenario: A background tab changes in the background
      Given a new tab "first" holding "one"
      And a new tab "second" holding "two"
      And "second" is in front
      When the client writes "changed" to "first"
      Then the call succeeds
      And "first" reads "changed"
      And "second" still reads "two"
      And "second" is the active tab of its window

    @DOC-030
    Scenario: An unknown tab comes before a wrong revision
      Given a new tab "scratch" holding "text"
      And everything is noted
      When the client calls document.write with {"tabId": "an unknown id", "content": "x", "expected_revision": "rev-00000000"}
      Then the call is refused with INVALID_TAB
      And nothing has changed

  Rule: Wrong arguments write nothing

    @DOC-012
    Scenario: Content is missing
      Given a new tab "scratch" holding "text"
      And everything is noted
      When the client calls document.write with {"tabId": "the tab of scratch"}
      Then the call is refused as a wrong argument
      And nothing has changed

    @DOC-013
    Scenario Outline: Content is no string
      Given a new tab "scratch" holding "text"
      And everything is noted
      When the client calls document.write with {"tabId": "the tab of scratch", "content": <content>}
      Then the call is refused as a wrong argument
      And nothing has changed

      Examples:
        | content |
        | 5       |
        | ["a"]   |
        | {}      |
        | true    |
