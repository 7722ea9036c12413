@core
Feature: Bringing a window to the front
  focus_window asks the window system for the focus; what came of it is in the
  next state.

  @WSP-140
  Scenario: There is no default window
    Given a new tab "scratch"
    And everything is noted
    When the client calls workspace.focus_window
    Then the call is refused as a wrong argument
    And nothing has changed

  @WSP-141
  Scenario: A known window
    Given a new tab "scratch"
    And the window of "scratch" is known
    And everything is noted
    When the client calls workspace.focus_window with {"windowLabel": "the label of scratch"}
    Then the call succeeds
    And nothing has changed

  @WSP-144
  Scenario: The answer is empty
    Given a new tab "scratch"
    And the window of "scratch" is known
    When the client calls workspace.focus_window with {"windowLabel": "the label of scratch"}
    Then the reply is an empty object

  @WSP-142 @multi-window
  Scenario: The window has the focus afterwards
    Given the user has a second window "B"
    And the user works in the window "B"
    When the client calls workspace.focus_window with {"windowLabel": "the label of first"}
    Then the call succeeds
    And the window "first" is focused

  @WSP-143
  Scenario: A label nobody has
    Given a new tab "scratch"
    And everything is noted
    When the client calls workspace.focus_window with {"windowLabel": "an unknown label"}
    Then the call is refused with INTERNAL
    And nothing has changed

  @WSP-145
  Scenario Outline: No text changes by what is done to tabs and windows
    Given an open folder with "notes.md" holding "text"
    And the client has opened "notes.md"
    And a new tab "scratch" holding "unsaved"
    And the window of "scratch" is known
    When the client calls <call> with <args>
    Then the call succeeds
    And "scratch" still reads "unsaved"
    And "notes.md" still reads "text"

    Examples:
      | call                   | args                                                                   |
      | workspace.save         | {"tabId": "the tab of notes.md"}                                       |
      | workspace.save_as      | {"tabId": "the tab of notes.md", "filePath": "the path of notes.md"}   |
      | workspace.close        | {"tabId": "the tab of scratch"}                                        |
      | workspace.focus_window | {"windowLabel": "the label of scratch"}                                |
