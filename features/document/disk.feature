@core
Feature: Documents and the disk
  A write changes the text; the file changes by saving. An implementation may
  save at once if it says so. What others write to the file never pushes aside
  what is unsaved.

  Rule: Write and save

    @DOC-044 @DOC-052
    Scenario: An untitled tab makes no file
      Given an open folder with "notes.md" holding "text"
      And a new tab "scratch"
      And everything is noted
      When the client writes "text" to "scratch"
      Then the call succeeds
      And the state shows "scratch" with dirty true
      And the files are those noted

    @DOC-045
    Scenario: After the save the file holds the text
      Given an open folder with "notes.md" holding "text"
      And the client has opened "notes.md"
      And the client has written "changed\n" to "notes.md"
      When the client saves "notes.md"
      Then the call succeeds
      And on disk "notes.md" holds "changed\n"

    @DOC-046 @DOC-051 @DOC-052
    Scenario: The file changes only as the answer says
      Given an open folder with "notes.md" holding "text"
      And the client has opened "notes.md"
      And the bytes of "notes.md" are noted
      When the client writes "changed\n" to "notes.md"
      Then the file of "notes.md" at "notes.md" agrees with what the reply says about saving
      And the reply is exactly a revision or says saved

    @DOC-047
    Scenario: Saving can be left out where that can be asked for
      Given an open folder with "notes.md" holding "text"
      And the client has opened "notes.md"
      When the client writes "changed" to "notes.md" without saving, where that can be asked for
      Then if the reply carries saved, it says that the save was skipped because of "opt_out"
      And the file stays as it was if leaving out the save could be asked for: "notes.md" holds "text"

    @DOC-048
    Scenario: An untitled tab is skipped where saving is reported
      Given a new tab "scratch"
      When the client writes "text" to "scratch"
      Then if the reply carries saved, it says that the save was skipped because of "untitled"
      And "scratch" reads "text"

    @DOC-050
    Scenario: Skipped and failed exclude each other
      Given an open folder with "notes.md" holding "text"
      And the client has opened "notes.md"
      When the client writes "changed" to "notes.md"
      Then what is said about skipping a save is consistent
      And "notes.md" reads "changed"

    @DOC-049
    Scenario: A disk failure does not fail the write
      Given an open folder with "sub/notes.md" holding "text"
      And the client has opened "sub/notes.md"
      And the user has clicked the tab "sub/notes.md"
      And on disk "sub" is removed
      And on disk "sub" holds "a file in the way"
      When the client writes "changed" to "sub/notes.md"
      Then the file system could not make the subject lie about saving
      And "sub/notes.md" reads "changed"

  Rule: Changes from outside

    @DOC-066
    Scenario: A clean file is loaded again
      Given an open folder with "notes.md" holding "old"
      And the user has opened "notes.md"
      When on disk "notes.md" is changed to "new"
      Then "notes.md" eventually reads "new"

    @DOC-067
    Scenario: Unsaved text is left to the user
      Given an open folder with "notes.md" holding "old"
      And the user has opened "notes.md"
      And the user has typed " mine" at the end of "notes.md"
      When on disk "notes.md" is changed to "theirs"
      Then "notes.md" keeps reading "old mine"
