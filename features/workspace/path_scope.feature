@core
Feature: Which files a client may reach
  A client reaches files of open folders and files beside or below open
  documents, and no others. Links do not lead out, and a refusal tells nothing
  about what lies outside.

  Rule: Inside

    @WSP-042
    Scenario: Beside an open document
      Given an open folder
      And on disk "outside/one.md" holds "one"
      And on disk "outside/two.md" holds "two"
      And the user has opened "outside/one.md"
      When the client opens "outside/two.md"
      Then the call succeeds
      And "outside/two.md" reads "two"

    @WSP-043
    Scenario: Below an open document
      Given an open folder
      And on disk "outside/one.md" holds "one"
      And on disk "outside/deep/er/two.md" holds "two"
      And the user has opened "outside/one.md"
      When the client opens "outside/deep/er/two.md"
      Then the call succeeds
      And "outside/deep/er/two.md" reads "two"

    @WSP-059
    Scenario: A blank at the end of a name counts
      Given an open folder with "notes.md " holding "with blank"
      And on disk "notes.md" holds "without"
      When the client opens "notes.md "
      Then the call succeeds
      And "notes.md " reads "with blank"

    @WSP-053
    Scenario: A folder opened through a link
      Given an open folder
      And on disk "outside/real/notes.md" holds "text"
      And on disk "outside/alias" is a link to "outside/real"
      And the user has opened the folder "outside/alias"
      When the client opens "outside/alias/notes.md"
      Then the call succeeds
      And "outside/alias/notes.md" reads "text"

    @WSP-057 @multi-window
    Scenario: A document of another window counts
      Given an open folder
      And on disk "outside/one.md" holds "one"
      And on disk "outside/two.md" holds "two"
      And the user has a second window "B"
      And the user has opened "outside/one.md" in the window of "B"
      And the user works in the window "first"
      When the client opens "outside/two.md"
      Then the call succeeds
      And "outside/two.md" reads "two"

  Rule: Outside

    @WSP-044
    Scenario: A file outside every root
      Given an open folder with "notes.md" holding "text"
      And on disk "outside/secret.md" holds "qzxv hidden words"
      And everything is noted
      When the client opens "outside/secret.md"
      Then the call is refused with INVALID_PATH
      And nothing in the reply shows "qzxv"
      And nothing has changed

    @WSP-045
    Scenario: Saving outside every root
      Given an open folder with "notes.md" holding "text"
      And the client has opened "notes.md"
      When the client saves "notes.md" as "outside/stolen.md"
      Then the call is refused with INVALID_PATH
      And on disk there is no "outside/stolen.md"

    @WSP-055
    Scenario: Whether a file exists outside is not told
      Given an open folder with "notes.md" holding "text"
      And on disk "outside/there.md" holds "text"
      When the client opens "outside/there.md"
      Then the call is refused with INVALID_PATH
      And the answer does not depend on whether the file exists

    @WSP-050
    Scenario: A folder with the same beginning of its name
      Given an open folder with "notes.md" holding "text"
      And on disk "sibling/notes.md" holds "text"
      And everything is noted
      When the client opens "sibling/notes.md"
      Then the call is refused with INVALID_PATH
      And nothing has changed

    @WSP-048
    Scenario Outline: A path that is not absolute
      Given an open folder with "notes.md" holding "text"
      And everything is noted
      When the client calls workspace.open with {"filePath": "<given>"}
      Then the call is refused with INVALID_PATH
      And nothing has changed

      Examples:
        | given      |
        | notes.md   |
        | ./notes.md |
        | ~/notes.md |

    @WSP-049
    Scenario Outline: A parent segment anywhere
      Given an open folder with "sub/notes.md" holding "text"
      And everything is noted
      When the client opens "<name>"
      Then the call is refused with INVALID_PATH
      And nothing has changed

      Examples:
        | name                 |
        | sub/../sub/notes.md  |
        | sub/x/../notes.md    |
        | ../secret.md         |

    @WSP-054
    Scenario: A path with a NUL character
      Given an open folder with "notes.md" holding "text"
      And everything is noted
      When the client opens "notes.md\u0000.md"
      Then the call is refused as a wrong argument or with INVALID_PATH
      And nothing has changed

    @WSP-051
    Scenario: A link to a file outside
      Given an open folder
      And on disk "outside/secret.md" holds "qzxv hidden words"
      And on disk "link.md" is a link to "outside/secret.md"
      And everything is noted
      When the client opens "link.md"
      Then the call is refused with INVALID_PATH
      And nothing in the reply shows "qzxv"
      And nothing has changed

    @WSP-052
    Scenario: A folder link to the outside
      Given an open folder
      And on disk "outside/secret.md" holds "hidden"
      And on disk "way" is a link to "outside"
      And everything is noted
      When the client opens "way/secret.md"
      Then the call is refused with INVALID_PATH
      And nothing has changed

    @WSP-052
    Scenario: A new file through a folder link to the outside
      Given an open folder with "notes.md" holding "text"
      And on disk "outside/secret.md" holds "hidden"
      And on disk "way" is a link to "outside"
      And the client has opened "notes.md"
      When the client saves "notes.md" as "way/new.md"
      Then the call is refused with INVALID_PATH
      And on disk there is no "outside/new.md"

  Rule: Without any root

    @WSP-046
    Scenario: With nothing open nothing can be opened
      Given on disk "outside/notes.md" holds "text"
      And every tab is closed
      When the client opens "outside/notes.md"
      Then the call is refused with INVALID_PATH
      And no window has a tab

    @WSP-047
    Scenario: With untitled tabs only nothing can be saved
      Given on disk "outside" is a folder
      And a new tab "scratch" holding "text"
      When the client saves "scratch" as "outside/new.md"
      Then the call is refused with INVALID_PATH
      And on disk there is no "outside/new.md"

    @WSP-056
    Scenario: The scope ends with the last document of a folder
      Given an open folder
      And on disk "outside/one.md" holds "one"
      And on disk "outside/two.md" holds "two"
      And the user has opened "outside/one.md"
      When the client closes "outside/one.md"
      Then the call succeeds
      And the client cannot open "outside/two.md"

    @WSP-058
    Scenario: A refusal asks the user nothing
      Given an open folder
      And on disk "outside/notes.md" holds "text"
      When the client opens "outside/notes.md"
      Then the call is refused with INVALID_PATH
      And 0 questions wait
