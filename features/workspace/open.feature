@core
Feature: Opening a file
  open loads a file into a tab behind the one the user looks at. A file that is
  open already keeps its tab. What cannot be read as text is refused.

  Rule: The file comes into a background tab

    @WSP-014
    Scenario: The answer tells what happened
      Given an open folder with "notes.md" holding "text\n"
      When the client opens "notes.md"
      Then the reply has
        | field               | is                 |
        | tabId               | a non-empty string |
        | workspaceInstanceId | a string or null   |
        | activationChanged   | a boolean          |
        | workspaceSwitched   | a boolean          |

    @WSP-015 @WSP-041
    Scenario: The text of the file can be read
      Given an open folder with "sub/notes.md" holding "first line\nsecond\n"
      When the client opens "sub/notes.md"
      Then the call succeeds
      And "sub/notes.md" reads "first line\nsecond\n"

    @WSP-016
    Scenario: The active tab stays active
      Given an open folder with "notes.md" holding "text"
      And a new tab "front"
      And "front" is in front
      When the client opens "notes.md"
      Then the reply field "activationChanged" is false
      And "front" is the active tab of its window
      And "notes.md" is not the active tab of its window

    @WSP-018
    Scenario: What it says about activation is true behind another tab
      Given an open folder with "notes.md" holding "text"
      And a new tab "front"
      And the state is noted
      When the client opens "notes.md"
      Then the active tab did change if the reply says so

    @WSP-018
    Scenario: What it says about activation is true in an empty window
      Given an open folder with "notes.md" holding "text"
      And every tab is closed
      And the state is noted
      When the client opens "notes.md"
      Then the active tab did change if the reply says so

    @WSP-019
    Scenario: Into an empty window it comes in front
      Given an open folder with "notes.md" holding "text"
      And every tab is closed
      When the client opens "notes.md"
      Then the reply field "activationChanged" is true
      And "notes.md" is the active tab of its window

    @WSP-022
    Scenario: An opened tab is clean
      Given an open folder with "notes.md" holding "text"
      When the client opens "notes.md"
      Then the call succeeds
      And the state shows "notes.md" with dirty false

    @WSP-040 @DOC-003
    Scenario: It can be read and written where it is
      Given an open folder with "notes.md" holding "text"
      And a new tab "front"
      And the client has opened "notes.md"
      When the client writes "changed" to "notes.md"
      Then the call succeeds
      And "notes.md" reads "changed"
      And "front" is the active tab of its window

    @WSP-039 @multi-window
    Scenario: With a label it opens in that window
      Given an open folder with "notes.md" holding "text"
      And the user has a second window "B"
      And the user works in the window "first"
      When the client opens "notes.md" in the window of "B"
      Then the call succeeds
      And "notes.md" is in the window of "B"

    @WSP-038
    Scenario: A label nobody has opens nothing
      Given an open folder with "notes.md" holding "text"
      And everything is noted
      When the client calls workspace.open with {"filePath": "the path of notes.md", "windowLabel": "an unknown label"}
      Then the call is refused
      And nothing has changed

    @WSP-148 @multi-window
    Scenario: A file of another window's folder opens there
      Given an open folder with "notes.md" holding "text"
      And on disk "outside/other.md" holds "text"
      And the user has a second window "B"
      And the user has opened the folder "outside" in the window of "B"
      And the user works in the window "first"
      When the client opens "outside/other.md"
      Then the call succeeds
      And "outside/other.md" is in the window of "B"

  Rule: A file that is open keeps its tab

    @WSP-023
    Scenario: Opening again gives the same tab
      Given an open folder with "notes.md" holding "text"
      And the client has opened "notes.md"
      And the state is noted
      When the client opens "notes.md" as "again"
      Then the reply field "tabId" is the tab "notes.md"
      And the number of tabs is 0 more than noted

    @WSP-024
    Scenario: Unsaved text survives
      Given an open folder with "notes.md" holding "text"
      And the client has opened "notes.md" in front
      And "notes.md" has unsaved text
      When the client opens "notes.md" as "again"
      Then the reply field "tabId" is the tab "notes.md"
      And "notes.md" still reads its unsaved text

    @WSP-025
    Scenario: The answer says that it was left alone
      Given an open folder with "notes.md" holding "text"
      And the client has opened "notes.md" in front
      And "notes.md" has unsaved text
      When the client opens "notes.md" as "again"
      Then the reply has
        | field       | is    |
        | alreadyOpen | true  |
        | reloaded    | false |

    @WSP-026
    Scenario: A clean file is read again
      Given an open folder with "notes.md" holding "old"
      And the client has opened "notes.md"
      When on disk "notes.md" is changed to "new"
      And the client opens "notes.md" as "again"
      Then the call succeeds
      And "notes.md" reads "new"

    @WSP-027
    Scenario: What the user keeps is not replaced
      Given an open folder with "notes.md" holding "old"
      And the client has opened "notes.md" in front
      And the user has typed " mine" at the end of "notes.md"
      When on disk "notes.md" is changed to "theirs"
      And the client opens "notes.md" as "again"
      Then the call succeeds
      And "notes.md" still reads "old mine"

    @WSP-028
    Scenario: Read-only stays read-only
      Given an open folder with "notes.md" holding "text"
      And the client has opened "notes.md"
      And the user has made "notes.md" read-only
      When the client opens "notes.md" as "again"
      Then the call succeeds
      And writing to "notes.md" is refused with READ_ONLY

    @WSP-029
    Scenario Outline: Another spelling finds the same tab
      Given an open folder with "sub/notes.md" holding "text"
      And the client has opened "sub/notes.md"
      When the client opens "<spelling>" as "again"
      Then the reply field "tabId" is the tab "sub/notes.md"
      And "sub/notes.md" reads "text"

      Examples:
        | spelling         |
        | sub/./notes.md   |
        | sub//notes.md    |
        | ./sub/notes.md   |

  Rule: What the bytes become

    @WSP-034
    Scenario: An empty file is an empty document
      Given an open folder with "empty.md" holding ""
      When the client opens "empty.md"
      Then the call succeeds
      And "empty.md" reads ""

    @WSP-035
    Scenario: A byte order mark is no text
      Given an open folder
      And on disk "bom.md" holds the bytes "ef bb bf 68 69 0a"
      When the client opens "bom.md"
      Then the call succeeds
      And "bom.md" reads "hi\n"

    @WSP-036
    Scenario: CRLF is read as LF
      Given an open folder with "dos.md" holding "one\r\ntwo\r\n"
      When the client opens "dos.md"
      Then the call succeeds
      And "dos.md" reads "one\ntwo\n"
