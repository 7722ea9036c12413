@core
Feature: Writing with an outdated revision
  A write carries the revision of the last read. When the text has moved on
  since, the write is refused, nothing changes, and the reply says where we are.

  Rule: The present revision lets a write through

    @DOC-017
    Scenario: Nothing happened between
      Given a new tab "scratch" holding "alpha"
      And the client has read "scratch"
      When the client writes "gamma" to "scratch" with the revision it read
      Then the call succeeds
      And "scratch" reads "gamma"

    @DOC-024
    Scenario: The user only moved the caret
      Given a new tab "scratch" holding "alpha"
      And the client has read "scratch"
      When the user puts the caret at the start of "scratch"
      And the client writes "gamma" to "scratch" with the revision it read
      Then the call succeeds
      And "scratch" reads "gamma"

    @DOC-025
    Scenario: A save is no change
      Given an open folder with "notes.md" holding "text"
      And the client has opened "notes.md" in front
      And "notes.md" has unsaved text
      And the client has read "notes.md"
      And the client has saved "notes.md"
      When the client writes "gamma" to "notes.md" with the revision it read
      Then the call succeeds
      And "notes.md" reads "gamma"

  Rule: An outdated one does not

    @DOC-018 @DOC-019 @MCP-041
    Scenario: Another write came between
      Given a new tab "scratch" holding "alpha"
      And the client has read "scratch"
      And the client has written "beta" to "scratch"
      When the client writes "gamma" to "scratch" with the revision it read
      Then the call is refused with STALE
      And the reply field "current_revision" is the revision of "scratch"
      And "scratch" still reads "beta"
      And the client can write "gamma" to "scratch" with the current_revision of the reply

    @DOC-018
    Scenario: A file is kept, too
      Given an open folder with "notes.md" holding "alpha"
      And the client has opened "notes.md" in front
      And the client has read "notes.md"
      And the client has written "beta" to "notes.md"
      And everything is noted
      When the client writes "gamma" to "notes.md" with the revision it read
      Then the call is refused with STALE
      And nothing has changed

    @DOC-023
    Scenario: The user typed between
      Given an open folder with "plan.md" holding "alpha"
      And the client has opened "plan.md" in front
      And the client has read "plan.md"
      When the user types " beta" at the end of "plan.md"
      And the client writes "gamma" to "plan.md" with the revision it read
      Then the call is refused with STALE
      And "plan.md" still reads "alpha beta"

    @DOC-026
    Scenario: The user undid something between
      Given a new tab "scratch" holding "alpha"
      And the client has written "beta" to "scratch"
      And the client has read "scratch"
      When the user undoes once in "scratch"
      And the client writes "gamma" to "scratch" with the revision it read
      Then the call is refused with STALE
      And "scratch" still reads "alpha"

    @DOC-027
    Scenario: The file was loaded again between
      Given an open folder with "notes.md" holding "old"
      And the user has opened "notes.md"
      And the client has read "notes.md"
      When on disk "notes.md" is changed to "new"
      Then "notes.md" eventually reads "new"
      And writing "gamma" to "notes.md" with the revision it read is refused with STALE

    @DOC-021
    Scenario: An invented revision
      Given a new tab "scratch" holding "alpha"
      And everything is noted
      When the client calls document.write with {"tabId": "the tab of scratch", "content": "x", "expected_revision": "rev-notatoken"}
      Then the call is refused with STALE
      And nothing has changed

    @DOC-028
    Scenario: The revision of another tab
      Given a new tab "first" holding "one"
      And a new tab "second" holding "two"
      And the client has written "one again" to "first"
      And the client has read "first"
      And the client has written "two again" to "second"
      When the client writes "x" to "second" with the revision it read of "first"
      Then the call is refused with STALE
      And "second" still reads "two again"

    @DOC-022
    Scenario Outline: A revision that can never be present
      Given a new tab "scratch" holding "alpha"
      And everything is noted
      When the client calls document.write with {"tabId": "the tab of scratch", "content": "x", "expected_revision": <revision>}
      Then the call is refused as a wrong argument or with STALE
      And nothing has changed

      Examples:
        | revision |
        | ""       |
        | 7        |
        | []       |
        | false    |

  Rule: Two at once

    @MCP-067
    Scenario: One of two writes with the same revision wins
      Given a new tab "scratch" holding "alpha"
      And the client has read "scratch"
      When the client sends two writes, "one" and "two", to "scratch" with the revision it read
      Then one of the two succeeds, the other is STALE, and "scratch" reads the one that succeeded
