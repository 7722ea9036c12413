@core
Feature: Windows in the state
  The state tells where the user is: which window has the focus, which tabs are
  in which window.

  @SES-032 @multi-window
  Scenario: The focused window is the one the user goes to
    Given the user has a second window "B"
    When the user goes to the window "first"
    Then the window "first" is focused
    And at most one window is focused

  @SES-032 @SES-010 @multi-window
  Scenario: The focus follows the user to the other window
    Given the user has a second window "B"
    And the user works in the window "first"
    When the user goes to the window "B"
    Then the window "B" is focused
    And at most one window is focused

  @SES-033
  Scenario: Another program in front
    Given a new tab "scratch"
    When the user goes to another program
    Then no window is focused

  @SES-034 @multi-window
  Scenario: Windows behind are listed
    Given a new tab "scratch"
    And the user has a second window "B"
    When the user goes to the window "B"
    Then the state lists "scratch"
    And no window label occurs twice
    And the window "B" is focused
