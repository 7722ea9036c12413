@core
Feature: Files that cannot be opened
  A refused open adds no tab and touches no file.

  @WSP-012
  Scenario Outline: The path is a wrong argument
    Given an open folder with "notes.md" holding "text"
    And everything is noted
    When the client calls workspace.open with <args>
    Then the call is refused as a wrong argument
    And nothing has changed

    Examples:
      | args               |
      | {}                 |
      | {"filePath": 7}    |
      | {"filePath": ["a"]} |

  @WSP-013
  Scenario: An empty path is refused
    Given an open folder with "notes.md" holding "text"
    And everything is noted
    When the client calls workspace.open with {"filePath": ""}
    Then the call is refused as a wrong argument or with INVALID_PATH
    And nothing has changed

  @WSP-030 @WSP-037
  Scenario: A missing file
    Given an open folder with "notes.md" holding "text"
    And everything is noted
    When the client opens "missing.md"
    Then the call is refused with INVALID_PATH
    And nothing has changed

  @WSP-031 @WSP-037
  Scenario: A folder
    Given an open folder with "sub/notes.md" holding "text"
    And everything is noted
    When the client opens "sub"
    Then the call is refused with INVALID_PATH
    And nothing has changed

  @WSP-032 @WSP-037
  Scenario: A file that may not be read
    Given an open folder with "locked.md" holding "text"
    And on disk "locked.md" may not be read
    And the state is noted
    When the client opens "locked.md"
    Then the call is refused with INVALID_PATH
    And the number of tabs is 0 more than noted

  @WSP-033 @WSP-037
  Scenario Outline: Bytes that are no text
    Given an open folder
    And on disk "data.md" holds the bytes "<digits>"
    And everything is noted
    When the client opens "data.md"
    Then the call is refused with INVALID_PATH
    And nothing has changed
    And on disk "data.md" holds the bytes "<digits>"

    Examples:
      | digits               |
      | 67 72 fc df 65       |
      | 61 ff fe 62          |
