@core
Feature: Dirty flag and revision
  The dirty flag compares the text with the last saved one. The revision moves
  with every change of the text, and with nothing else.

  Rule: State and document agree

    @SES-017 @SES-018 @SES-019
    Scenario Outline: After a write both report the same
      Given a new tab "scratch" holding "one"
      When the client writes "two" to "scratch"
      Then the call succeeds
      And the state and the text of "scratch" agree about <field>

      Examples:
        | field    |
        | revision |
        | kind     |
        | dirty    |

    @SES-017 @SES-018 @SES-019
    Scenario Outline: Of a file just opened both report the same
      Given an open folder with "notes.md" holding "text"
      When the client opens "notes.md"
      Then the call succeeds
      And the state and the text of "notes.md" agree about <field>

      Examples:
        | field    |
        | revision |
        | kind     |
        | dirty    |

  Rule: Dirty means different from what was saved

    @SES-041
    Scenario: A new empty tab is clean
      When the client makes a new tab "scratch"
      Then the call succeeds
      And the state shows "scratch" with dirty false

    @SES-042
    Scenario: An untitled tab with text is dirty
      Given a new tab "scratch"
      When the client writes "text" to "scratch"
      Then the call succeeds
      And the state shows "scratch" with dirty true

    @SES-039
    Scenario: Typing makes a tab dirty and moves its revision
      Given an open folder with "notes.md" holding "text"
      And the client has opened "notes.md" in front
      And the revision of "notes.md" is noted
      When the user types " more" at the end of "notes.md"
      Then the state shows "notes.md" with dirty true
      And the revision of "notes.md" is none of those noted

    @SES-040 @SES-047
    Scenario: Undoing everything makes a tab clean, with a revision it never had
      Given an open folder with "notes.md" holding "text"
      And the client has opened "notes.md" in front
      And the revision of "notes.md" is noted
      And the user has typed " more" at the end of "notes.md"
      When the revision of "notes.md" is noted
      And the user undoes everything in "notes.md" back to "text"
      Then the state shows "notes.md" with dirty false
      And the revision of "notes.md" is none of those noted

  Rule: What is no change of the text keeps the revision

    @SES-043
    Scenario: Saving keeps the revision
      Given an open folder with "notes.md" holding "text"
      And the client has opened "notes.md" in front
      And "notes.md" has unsaved text
      And the revision of "notes.md" is noted
      When the client saves "notes.md"
      Then the call succeeds
      And the revision of "notes.md" is the one noted
      And on disk "notes.md" holds what "notes.md" reads

    @SES-044
    Scenario: Selecting keeps the revision
      Given a new tab "scratch" holding "one two"
      And the revision of "scratch" is noted
      When the user selects "two" in "scratch"
      And the user puts the caret before "one" in "scratch"
      Then the revision of "scratch" is the one noted

    @SES-045
    Scenario: Switching keeps the revisions
      Given a new tab "first" holding "one"
      And a new tab "second" holding "two"
      And the revision of "first" is noted
      And the revision of "second" is noted
      When the client switches to "first"
      Then the call succeeds
      And the revision of "first" is the one noted
      And the revision of "second" is the one noted

    @SES-046 @wysiwyg
    Scenario: Another editing mode keeps text, flag and revision
      Given an open folder with "notes.md" holding "* star\n\n__bold__\n"
      And the client has opened "notes.md" in front
      And "notes.md" is in source mode
      And the revision of "notes.md" is noted
      When the user switches "notes.md" to wysiwyg mode
      And the user switches "notes.md" to source mode
      Then the revision of "notes.md" is the one noted
      And "notes.md" reads "* star\n\n__bold__\n"
      And the state shows "notes.md" with dirty false

  Rule: A reload counts as a change only when the bytes differ

    @SES-048
    Scenario: Other bytes move the revision
      Given an open folder with "notes.md" holding "old\n"
      And the user has opened "notes.md"
      And the revision of "notes.md" is noted
      When on disk "notes.md" is changed to "new\n"
      Then "notes.md" eventually reads "new\n"
      And the revision of "notes.md" is none of those noted

    @SES-048
    Scenario: The same bytes keep it
      Given an open folder with "notes.md" holding "old\n"
      And the user has opened "notes.md"
      And the revision of "notes.md" is noted
      When on disk "notes.md" gets a new time but the same bytes
      Then "notes.md" keeps reading "old\n"
      And the revision of "notes.md" is the one noted
