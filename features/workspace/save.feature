@core
Feature: Saving
  save writes the text of a tab to its own file, keeps the conventions of the
  file, and never mixes in what somebody else wrote meanwhile.

  Rule: The file holds the text afterwards

    @WSP-080 @WSP-081
    Scenario: Unsaved text reaches the disk
      Given an open folder with "notes.md" holding "text"
      And the client has opened "notes.md" in front
      And "notes.md" has unsaved text
      When the client saves "notes.md"
      Then the reply has
        | field    | is                         |
        | filePath | the path of "notes.md"     |
        | revision | the revision of "notes.md" |
      And on disk "notes.md" holds what "notes.md" reads
      And "notes.md" still reads its unsaved text
      And the state shows "notes.md" with dirty false

    @WSP-080 @WSP-081
    Scenario: What the user typed reaches the disk
      Given an open folder with "notes.md" holding "text"
      And the client has opened "notes.md" in front
      And the user has typed " more" at the end of "notes.md"
      When the client saves "notes.md"
      Then the call succeeds
      And on disk "notes.md" holds "text more"
      And the state shows "notes.md" with dirty false

    @WSP-082
    Scenario: Without an id it is the focused tab
      Given an open folder with "notes.md" holding "text"
      And the client has opened "notes.md" in front
      And "notes.md" has unsaved text
      When the client calls workspace.save
      Then the reply field "filePath" is the path of "notes.md"
      And on disk "notes.md" holds what "notes.md" reads

    @WSP-086
    Scenario: A background tab is saved where it is
      Given an open folder with "notes.md" holding "text"
      And the client has opened "notes.md" in front
      And "notes.md" has unsaved text
      And a new tab "front"
      And "front" is in front
      When the client saves "notes.md"
      Then the call succeeds
      And on disk "notes.md" holds what "notes.md" reads
      And "front" is the active tab of its window

    @WSP-087
    Scenario: A clean tab can be saved
      Given an open folder with "notes.md" holding "text"
      And the client has opened "notes.md"
      When the client saves "notes.md"
      Then the call succeeds
      And on disk "notes.md" holds "text"

    @WSP-088
    Scenario: A read-only document can be saved
      Given an open folder with "notes.md" holding "text"
      And the client has opened "notes.md"
      And the user has made "notes.md" read-only
      When the client saves "notes.md"
      Then the call succeeds
      And on disk "notes.md" holds "text"

    @WSP-092
    Scenario: A deleted file comes back
      Given an open folder with "notes.md" holding "text"
      And the client has opened "notes.md"
      And on disk "notes.md" is removed
      When the client saves "notes.md"
      Then the call succeeds
      And on disk "notes.md" holds "text"

  Rule: The conventions of the file are kept

    @WSP-090
    Scenario: CRLF stays CRLF
      Given an open folder with "dos.md" holding "one\r\ntwo\r\n"
      And the client has opened "dos.md"
      And the client has written "one\nthree\n" to "dos.md"
      When the client saves "dos.md"
      Then the call succeeds
      And on disk "dos.md" holds "one\r\nthree\r\n"

    @WSP-091
    Scenario: A byte order mark stays
      Given an open folder
      And on disk "bom.md" holds the bytes "ef bb bf 68 69 0a"
      And the client has opened "bom.md"
      And the client has written "ho\n" to "bom.md"
      When the client saves "bom.md"
      Then the call succeeds
      And on disk "bom.md" holds the bytes "ef bb bf 68 6f 0a"

    @WSP-093
    Scenario: A linked file stays a link
      Given an open folder with "real.md" holding "text"
      And on disk "link.md" is a link to "real.md"
      And the client has opened "link.md"
      And the client has written "changed" to "link.md"
      When the client saves "link.md"
      Then the call succeeds
      And on disk "real.md" holds "changed"
      And on disk "link.md" is still a link to "real.md"

  Rule: What cannot be saved is refused

    @WSP-083
    Scenario: An untitled tab
      Given an open folder
      And a new tab "scratch" holding "text"
      And everything is noted
      When the client saves "scratch"
      Then the call is refused with INVALID_PATH
      And nothing has changed

    @WSP-084
    Scenario: An unknown tab
      Given an open folder with "notes.md" holding "text"
      And the client has opened "notes.md" in front
      And everything is noted
      When the client calls workspace.save with {"tabId": "an unknown id"}
      Then the call is refused with INVALID_TAB
      And nothing has changed

    @WSP-085
    Scenario: No tab at all
      Given every tab is closed
      When the client calls workspace.save
      Then the call is refused with INVALID_TAB
      And no window has a tab

    @WSP-089
    Scenario: The disk refuses
      Given an open folder with "sub/notes.md" holding "text"
      And the client has opened "sub/notes.md" in front
      And the user has typed " more" at the end of "sub/notes.md"
      And on disk "sub" is removed
      And on disk "sub" holds "a file in the way"
      When the client saves "sub/notes.md"
      Then the call is refused
      And "sub/notes.md" reads "text more"
      And the state shows "sub/notes.md" with dirty true

    @MCP-062
    Scenario: An unexpected failure is an envelope on a living connection
      Given an open folder with "sub/notes.md" holding "text"
      And the client has opened "sub/notes.md" in front
      And the user has typed " more" at the end of "sub/notes.md"
      And on disk "sub" is removed
      When the client saves "sub/notes.md"
      Then the call succeeds or is refused with INTERNAL
      And "sub/notes.md" reads "text more"
      And the server still answers

    @WSP-079
    Scenario: The file changed on disk meanwhile
      Given an open folder with "notes.md" holding "text"
      And the client has opened "notes.md" in front
      And the user has typed " more" at the end of "notes.md"
      And on disk "notes.md" holds "theirs"
      When the client saves "notes.md"
      Then the call succeeds or is refused with STALE
      And "notes.md" still reads "text more"
      And on disk "notes.md" holds "theirs" if the call was refused, else "text more"
