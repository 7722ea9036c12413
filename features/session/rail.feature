@core
Feature: Workspace instances in the state
  With the rail a window keeps several folders and shows one of them. Tabs of
  the others are listed, but not visible. Without the rail there are no instances.

  @SES-027
  Scenario: Without the rail there is no instance and all is visible
    Given the workspace rail is off
    And a new tab "scratch"
    When the client asks for the state
    Then the call succeeds
    And every window has
      | field                     | is   |
      | activeWorkspaceInstanceId | null |
    And every document tab has
      | field   | is   |
      | visible | true |

  @SES-028 @rail
  Scenario: The window names the instance it shows
    Given an open folder
    And on disk "one/a.md" holds "a"
    And the workspace rail is on
    And the user has opened the folder "one"
    When the client asks for the state
    Then the call succeeds
    And the shown instance is that of "one"

  @SES-031 @rail
  Scenario: An instance id tells what it is
    Given an open folder
    And on disk "one/a.md" holds "a"
    And the workspace rail is on
    And the user has opened the folder "one"
    When the client asks for the state
    Then every window has
      | field                     | is              |
      | activeWorkspaceInstanceId | matching /^wsi-/ |

  @SES-029 @rail
  Scenario: Tabs of a hidden instance are listed as not visible
    Given an open folder with "a.md" holding "a"
    And on disk "two/b.md" holds "b"
    And on disk "two/c.md" holds "c"
    And the workspace rail is on
    And the user has opened the folder "two"
    And the client has opened "a.md"
    And the client has opened "two/b.md"
    And the client has opened "two/c.md"
    When the user goes to the folder "two"
    Then the state shows "a.md" with visible false
    And the state shows "two/b.md" with visible true
    And the state shows "two/c.md" with visible true
