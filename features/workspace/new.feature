@core
Feature: A new tab
  new makes an empty untitled tab in a window and puts it in front. It needs no
  folder and no permission.

  Rule: What comes into being

    @WSP-001 @WSP-009
    Scenario: A new tab is untitled, empty and in front
      When the client makes a new tab "scratch"
      Then the call succeeds
      And the state shows "scratch" with filePath null
      And "scratch" reads ""
      And "scratch" is the active tab of its window

    @WSP-002
    Scenario: Without a kind it is markdown
      When the client makes a new tab "scratch"
      Then the call succeeds
      And the state shows "scratch" with kind "markdown"

    @WSP-003
    Scenario Outline: The kind holds from the start
      When the client makes a new tab "scratch" of kind <kind>
      Then the call succeeds
      And the state shows "scratch" with kind "<kind>"

      Examples:
        | kind          |
        | yaml-workflow |
        | markdown      |

    @WSP-004
    Scenario Outline: Another kind is a wrong argument
      Given a new tab "scratch"
      And everything is noted
      When the client calls workspace.new with <args>
      Then the call is refused as a wrong argument
      And nothing has changed

      Examples:
        | args                |
        | {"kind": "html"}    |
        | {"kind": ""}        |
        | {"kind": 1}         |

    @WSP-010
    Scenario: Nothing needs to be open
      Given every tab is closed
      When the client makes a new tab "scratch"
      Then the call succeeds
      And the state lists "scratch"

    @WSP-011
    Scenario: Two untitled tabs can be told apart
      Given a new tab "first"
      When the client makes a new tab "second"
      Then the call succeeds
      And "first" and "second" differ in title

    @MCP-081
    Scenario: The same call twice makes two tabs
      Given the state is noted
      And a new tab "first"
      When the client makes a new tab "second"
      Then the number of tabs is 2 more than noted

  Rule: In which window

    @WSP-005 @multi-window
    Scenario: Without a label it is the focused window
      Given the user has a second window "B"
      And the user works in the window "B"
      When the client makes a new tab "scratch"
      Then the call succeeds
      And "scratch" is in the window of "B"

    @WSP-006 @multi-window
    Scenario: With a label it is that window
      Given the user has a second window "B"
      And the user works in the window "B"
      When the client makes a new tab "scratch" in the window of "first"
      Then the call succeeds
      And "scratch" is in the window of "first"

    @WSP-007
    Scenario: A label nobody has makes neither tab nor window
      Given a new tab "scratch"
      And everything is noted
      When the client calls workspace.new with {"windowLabel": "an unknown label"}
      Then the call is refused
      And nothing has changed

    @WSP-008
    Scenario: That refusal is INTERNAL
      Given a new tab "scratch"
      When the client calls workspace.new with {"windowLabel": "an unknown label"}
      Then the call is refused with INTERNAL
