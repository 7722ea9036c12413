@core
Feature: Bringing a tab to the front
  switch_tab makes a tab the active one of its window, shows its folder when it
  is hidden, and reports what is true afterwards.

  @WSP-127 @WSP-128 @WSP-129
  Scenario: The tab is in front and the answer says so
    Given a new tab "first"
    And a new tab "second"
    And "second" is in front
    When the client switches to "first"
    Then the reply has
      | field               | is               |
      | activated           | true             |
      | workspaceSwitched   | a boolean        |
      | workspaceInstanceId | a string or null |
      | activeTabId         | the tab "first"  |
    And "first" is the active tab of its window
    And "second" is not the active tab of its window

  @WSP-136
  Scenario: The tab in front already
    Given a new tab "first"
    And "first" is in front
    When the client switches to "first"
    Then the reply field "activated" is true
    And "first" is the active tab of its window

  @WSP-126
  Scenario: There is no default tab
    Given a new tab "first"
    And everything is noted
    When the client calls workspace.switch_tab
    Then the call is refused as a wrong argument
    And nothing has changed

  @WSP-135
  Scenario: An unknown tab
    Given a new tab "first"
    And everything is noted
    When the client calls workspace.switch_tab with {"tabId": "an unknown id"}
    Then the call is refused with INVALID_TAB
    And nothing has changed

  @WSP-139 @WSP-145
  Scenario: Texts, flags and files stay
    Given an open folder with "notes.md" holding "text"
    And the client has opened "notes.md"
    And a new tab "scratch" holding "unsaved"
    When the client switches to "notes.md"
    Then the call succeeds
    And "scratch" still reads "unsaved"
    And the state shows "scratch" with dirty true
    And "notes.md" still reads "text"
    And the state shows "notes.md" with dirty false
    And on disk "notes.md" still holds "text"

  @WSP-137 @multi-window
  Scenario: A tab of a window behind
    Given a new tab "first"
    And a new tab "second"
    And "second" is in front
    And the user has a second window "B"
    And the user works in the window "B"
    When the client switches to "first"
    Then the reply field "activated" is true
    And "first" is the active tab of its window

  @WSP-138 @multi-window
  Scenario: The focus of windows stays
    Given a new tab "first"
    And the user has a second window "B"
    And the user works in the window "B"
    And the state is noted
    When the client switches to "first"
    Then the call succeeds
    And the focus is where it was
