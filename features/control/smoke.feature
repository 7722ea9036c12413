@core
Feature: The control channel does what it says
  Each capability of the user's side is confronted with what a client sees. One
  that fails here is not used for any finding about the subject.

  @SES-039
  Scenario: editor.type
    Given a new tab "scratch" holding "one"
    And "scratch" is in front
    And the revision of "scratch" is noted
    When the user types " two" into "scratch"
    Then the revision of "scratch" is none of those noted
    And "scratch" reads one of "one two" and " twoone"

  @SEL-007
  Scenario: editor.select
    Given a new tab "scratch" holding "one two"
    And "scratch" is in front with a live editor
    When the user selects "two" in "scratch"
    Then the selection is "two"

  @WSP-139
  Scenario: editor.content
    Given a new tab "scratch" holding "one two"
    When the client switches to "scratch"
    Then the user sees "one two" in "scratch"

  @SEL-002
  Scenario: editor.mode
    Given a new tab "scratch" holding "one **two**"
    And "scratch" is in front with a live editor
    When the user switches "scratch" to source mode
    And the client asks for the selection
    Then the reply field "mode" is "source"

  @DOC-054
  Scenario: editor.undo
    Given a new tab "scratch" holding "one"
    And "scratch" is in front
    And the client has written "two" to "scratch"
    When the user undoes once in "scratch"
    Then "scratch" reads "one"

  @WSP-066
  Scenario: prompt
    Given on disk "outside/one/notes.md" holds "text"
    And the client has asked for the folder "outside/one"
    And the user has answered approve
    When the client opens the folder "outside/one"
    Then the call succeeds

  @WSP-096
  Scenario: notice
    Given an open folder with "notes.md" holding "text"
    And the client has opened "notes.md"
    And the notices are cleared
    When the client saves "notes.md" as "other-place.md"
    Then a notice names "other-place.md"

  @WSP-099
  Scenario: setting:approvals.auto_approve_edits
    Given an open folder with "notes.md" holding "text"
    And the client has opened "notes.md"
    When the user lets edits be approved automatically
    And the client saves "notes.md" as "new.md"
    Then the call succeeds
    And on disk "new.md" holds "text"

  @SES-028
  Scenario: setting:workspace.rail
    Given an open folder
    And on disk "one/a.md" holds "a"
    And the workspace rail is on
    When the user opens the folder "one"
    Then the shown instance is that of "one"

  @SES-014
  Scenario: tab
    Given an open folder with "notes.md" holding "text"
    When the user opens "notes.md"
    Then the state lists "notes.md"
    And "notes.md" reads "text"

  @SES-036
  Scenario: tab.viewer
    Given an open folder with "notes.md" holding "text"
    And the user views "notes.md" without an editor
    When the client asks for the state
    Then the state lists "notes.md"

  @SES-032
  Scenario: window
    Given the user has a second window "B"
    When the user goes to the window "B"
    Then the window "B" is focused

  @WSP-041
  Scenario: workspace
    Given on disk "outside/one/notes.md" holds "text"
    When the user opens the folder "outside/one"
    Then the client can open "outside/one/notes.md"

  @SES-032
  Scenario: app
    Given the user has a second window "B"
    When the user goes to the window "B"
    Then the user sees the window "B" in front

  @WSP-073
  Scenario: clock
    Given on disk "outside/one/notes.md" holds "text"
    And the client has asked for the folder "outside/one"
    And the user has answered approve
    And 6 minutes have passed
    When the client opens the folder "outside/one"
    Then the call asks for consent
