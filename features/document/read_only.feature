@core
Feature: Read-only documents
  A read-only document refuses changes by a client, by its own flag and not by
  what happens to be in front.

  @DOC-033
  Scenario: A write is refused
    Given an open folder with "notes.md" holding "text"
    And the client has opened "notes.md" in front
    And the user has made "notes.md" read-only
    And everything is noted
    When the client writes "other" to "notes.md"
    Then the call is refused with READ_ONLY
    And nothing has changed

  @DOC-034
  Scenario: A writable tab behind it can be written
    Given an open folder with "notes.md" holding "text"
    And the client has opened "notes.md"
    And a new tab "scratch" holding "one"
    And "notes.md" is in front
    And the user has made "notes.md" read-only
    When the client writes "two" to "scratch"
    Then the call succeeds
    And "scratch" reads "two"

  @DOC-035
  Scenario: Behind a writable tab it is refused all the same
    Given an open folder with "notes.md" holding "text"
    And the client has opened "notes.md"
    And the user has made "notes.md" read-only
    And a new tab "scratch" holding "one"
    And "scratch" is in front
    When the client writes "other" to "notes.md"
    Then the call is refused with READ_ONLY
    And "notes.md" still reads "text"

  @DOC-036
  Scenario: It comes before a wrong revision
    Given an open folder with "notes.md" holding "text"
    And the client has opened "notes.md" in front
    And the user has made "notes.md" read-only
    When the client calls document.write with {"tabId": "the tab of notes.md", "content": "x", "expected_revision": "rev-00000000"}
    Then the call is refused with READ_ONLY
    And "notes.md" still reads "text"

  @DOC-037
  Scenario: A wrong argument comes before it
    Given an open folder with "notes.md" holding "text"
    And the client has opened "notes.md" in front
    And the user has made "notes.md" read-only
    When the client calls document.write with {"tabId": "the tab of notes.md"}
    Then the call is refused as a wrong argument
    And "notes.md" still reads "text"
