@core
Feature: What is open, in one answer
  get_state tells a client every window, every tab and what the server can do.
  It asks nothing of the client and changes nothing. Ids in it are good for
  every later call.

  Rule: The answer has the documented shape

    @SES-001 @SES-002
    Scenario: The state needs nothing but the action
      When the client asks for the state
      Then the reply has
        | field        | is        |
        | windows      | a list    |
        | capabilities | an object |

    @SES-003
    Scenario: Every window reports its four fields
      Given a new tab "scratch"
      When the client asks for the state
      Then the call succeeds
      And every window has
        | field                     | is               |
        | label                     | a non-empty string |
        | focused                   | a boolean        |
        | activeWorkspaceInstanceId | a string or null |
        | tabs                      | a list           |

    @SES-004
    Scenario: Every document tab reports its eight fields
      Given an open folder with "notes.md" holding "text\n"
      And the client has opened "notes.md"
      And a new tab "scratch"
      When the client asks for the state
      Then the call succeeds
      And every document tab has
        | field    | is                        |
        | id       | a non-empty string        |
        | filePath | an absolute path or null  |
        | title    | a non-empty string        |
        | dirty    | a boolean                 |
        | revision | a non-empty string        |
        | kind     | one of markdown, yaml-workflow |
        | active   | a boolean                 |
        | visible  | a boolean                 |

    @SES-016
    Scenario: A revision has the documented form
      Given a new tab "scratch"
      When the client asks for the state
      Then the state shows "scratch" with revision matching /^rev-[A-Za-z0-9]{8}$/

    @SES-005
    Scenario: Exactly two kinds of document are supported
      When the client asks for the state
      Then the supported kinds are the two document kinds

    @SES-006
    Scenario: The capabilities name two versions
      When the client asks for the state
      Then the reply has
        | field                    | is                           |
        | capabilities.version     | a non-empty string           |
        | capabilities.mcpProtocol | matching /^\d+\.\d+\.\d+$/ |

    @SES-007
    Scenario: The surface calls itself 0.2.0
      When the client asks for the state
      Then the reply field "capabilities.mcpProtocol" is "0.2.0"

  Rule: Ids and marks are unambiguous

    @SES-008 @SES-009
    Scenario: No id and no label occurs twice
      Given a new tab "first"
      And a new tab "second"
      When the client asks for the state
      Then the call succeeds
      And no tab id occurs twice
      And no window label occurs twice

    @SES-010
    Scenario: Not more than one window has the focus
      Given a new tab "scratch"
      When the client asks for the state
      Then the call succeeds
      And at most one window is focused

    @SES-010
    Scenario: Not more than one of two windows has the focus
      Given the user has a second window "B"
      When the client asks for the state
      Then the call succeeds
      And at most one window is focused

    @SES-011 @SES-012
    Scenario: A window with tabs has one active tab
      Given a new tab "first"
      And a new tab "second"
      When the client asks for the state
      Then the call succeeds
      And each window with tabs has exactly one active tab

    @SES-053
    Scenario: The id of a closed tab does not come back
      Given a new tab "first"
      And the client has closed "first"
      And a new tab "second"
      And a new tab "third"
      When the client asks for the state
      Then the call succeeds
      And the state does not list "first"

    @SES-030
    Scenario: A tab behind the active one is visible
      Given a new tab "behind"
      And a new tab "front"
      And "front" is in front
      When the client asks for the state
      Then the state shows "behind" with active false
      And the state shows "behind" with visible true

  Rule: The state follows what happens

    @SES-035
    Scenario: Looking changes nothing
      Given a new tab "scratch" holding "text"
      When the client asks for the state
      Then a second look at the state shows the same

    @SES-036 @SES-038
    Scenario: A new tab is listed last
      Given a new tab "first"
      And a new tab "second"
      When the client makes a new tab "third"
      Then the state lists "third"
      And "third" is the last tab of its window
      And "first" comes before "second" in the tab order

    @SES-037
    Scenario: A closed tab is listed no more
      Given a new tab "first"
      And a new tab "second"
      When the client closes "first"
      Then the call succeeds
      And the state does not list "first"
      And the state lists "second"

    @SES-052
    Scenario: A window without tabs is listed with an empty list
      Given every tab is closed
      When the client asks for the state
      Then the call succeeds
      And no window has a tab
