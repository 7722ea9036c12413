@core
Feature: Saving under another name
  By default a client may not choose a new place for a file: the user is told
  and nothing is written. The tab's own file is no new place.

  Rule: A new place needs the user's setting

    @WSP-095 @AUT-278 @WSP-097
    Scenario: By default it is refused
      Given an open folder with "notes.md" holding "text"
      And the client has opened "notes.md"
      And everything is noted
      When the client saves "notes.md" as "new.md"
      Then the call is refused with APPROVAL_REQUIRED
      And nothing has changed
      And on disk there is no "new.md"

    @WSP-097
    Scenario: The setting is off
      Given a new tab "scratch"
      When the client asks for the state
      Then edits are not approved automatically

    @AUT-286
    Scenario: For an untitled tab every place is new
      Given an open folder
      And a new tab "scratch" holding "text"
      When the client saves "scratch" as "new.md"
      Then the call is refused with APPROVAL_REQUIRED
      And on disk there is no "new.md"

    @AUT-287
    Scenario: The tab is as before
      Given an open folder with "notes.md" holding "text"
      And the client has opened "notes.md" in front
      And "notes.md" has unsaved text
      And everything is noted
      When the client saves "notes.md" as "new.md"
      Then the call is refused with APPROVAL_REQUIRED
      And nothing has changed

    @WSP-096 @AUT-279
    Scenario: The user is told
      Given an open folder with "notes.md" holding "text"
      And the client has opened "notes.md"
      And the notices are cleared
      When the client saves "notes.md" as "other-place.md"
      Then the call is refused with APPROVAL_REQUIRED
      And a notice names "other-place.md"

    @AUT-284
    Scenario: It is no question
      Given an open folder with "notes.md" holding "text"
      And the client has opened "notes.md"
      When the client saves "notes.md" as "new.md"
      Then the call is refused with APPROVAL_REQUIRED
      And the reply field "needsApproval" is absent
      And 0 questions wait

  Rule: The own file needs no approval

    @WSP-098 @AUT-280
    Scenario: The own path is a save
      Given an open folder with "notes.md" holding "text"
      And the client has opened "notes.md" in front
      And "notes.md" has unsaved text
      When the client saves "notes.md" as "notes.md"
      Then the reply field "revision" is the revision of "notes.md"
      And on disk "notes.md" holds what "notes.md" reads
      And the state shows "notes.md" with dirty false

    @WSP-110 @AUT-285
    Scenario Outline: Its spelling does not matter
      Given an open folder with "sub/notes.md" holding "text"
      And the client has opened "sub/notes.md"
      And the client has written "changed" to "sub/notes.md"
      When the client saves "sub/notes.md" as "<spelling>"
      Then the call succeeds
      And on disk "sub/notes.md" holds "changed"

      Examples:
        | spelling       |
        | sub//notes.md  |
        | sub/./notes.md |

    @AUT-285
    Scenario: Through a link it is the same file
      Given an open folder with "sub/notes.md" holding "text"
      And on disk "alias" is a link to "sub"
      And the client has opened "sub/notes.md"
      And the client has written "changed" to "sub/notes.md"
      When the client saves "sub/notes.md" as "alias/notes.md"
      Then the call succeeds
      And on disk "sub/notes.md" holds "changed"

  Rule: With automatic approval

    @WSP-099 @WSP-100 @WSP-101 @WSP-102 @AUT-281
    Scenario: The new file is written and the tab follows
      Given an open folder with "notes.md" holding "text"
      And the client has opened "notes.md" in front
      And the user approves edits automatically
      And the user has typed " more" at the end of "notes.md"
      When the client saves "notes.md" as "new.md"
      Then the reply field "revision" is the revision of "notes.md"
      And on disk "new.md" holds "text more"
      And on disk "notes.md" still holds "text"
      And the state shows "notes.md" with filePath the path of "new.md"
      And the state shows "notes.md" with dirty false

    @WSP-103 @AUT-283
    Scenario: Another existing file is never overwritten
      Given an open folder with "notes.md" holding "text"
      And on disk "other.md" holds "precious"
      And the client has opened "notes.md"
      And the user approves edits automatically
      When the client saves "notes.md" as "other.md"
      Then the call is refused with APPROVAL_REQUIRED
      And on disk "other.md" still holds "precious"
      And the state shows "notes.md" with filePath the path of "notes.md"

    @WSP-104 @AUT-282
    Scenario: The scope is as narrow as before
      Given an open folder with "notes.md" holding "text"
      And the client has opened "notes.md"
      And the user approves edits automatically
      When the client saves "notes.md" as "outside/new.md"
      Then the call is refused with INVALID_PATH
      And on disk there is no "outside/new.md"

    @WSP-108
    Scenario: Saved among the workflows it is a workflow
      Given an open folder
      And on disk ".github/workflows" is a folder
      And a new tab "scratch" holding "name: x\n"
      And the user approves edits automatically
      When the client saves "scratch" as ".github/workflows/x.yml"
      Then the call succeeds
      And the state shows "scratch" with kind "yaml-workflow"
      And on disk ".github/workflows/x.yml" holds "name: x\n"

    @WSP-109
    Scenario: What the user looks at stays
      Given an open folder with "notes.md" holding "text"
      And the client has opened "notes.md"
      And a new tab "front"
      And "front" is in front
      And the user approves edits automatically
      When the client saves "notes.md" as "deep/new.md"
      Then the call succeeds or is refused with INTERNAL
      And "front" is the active tab of its window

  Rule: What is wrong is said in a fixed order

    @WSP-094
    Scenario Outline: The path is a wrong argument
      Given an open folder with "notes.md" holding "text"
      And the client has opened "notes.md" in front
      And everything is noted
      When the client calls workspace.save_as with <args>
      Then the call is refused as a wrong argument
      And nothing has changed

      Examples:
        | args                    |
        | {}                      |
        | {"filePath": 1}         |
        | {"filePath": false}     |

    @WSP-105
    Scenario: A place out of scope comes before an unknown tab
      Given an open folder with "notes.md" holding "text"
      When the client calls workspace.save_as with {"tabId": "an unknown id", "filePath": "the path of outside/new.md"}
      Then the call is refused with INVALID_PATH
      And on disk there is no "outside/new.md"

    @WSP-106
    Scenario: An unknown tab
      Given an open folder with "notes.md" holding "text"
      When the client calls workspace.save_as with {"tabId": "an unknown id", "filePath": "the path of new.md"}
      Then the call is refused with INVALID_TAB
      And on disk there is no "new.md"

    @WSP-107
    Scenario: Without an id it is the focused tab
      Given an open folder with "notes.md" holding "text"
      And on disk "other.md" holds "other"
      And the client has opened "other.md"
      And the client has opened "notes.md" in front
      And "notes.md" has unsaved text
      When the client calls workspace.save_as with {"filePath": "the path of notes.md"}
      Then the call succeeds
      And on disk "notes.md" holds what "notes.md" reads
      And on disk "other.md" still holds "other"
