@core
Feature: Each code where it belongs
  Every refusal has the code of what is wrong, and only then.

  @MCP-040
  Scenario Outline: INVALID_TAB for an id nobody has
    Given an open folder
    And a new tab "scratch" holding "text"
    And everything is noted
    When the client calls <call> with <args>
    Then the call is refused with INVALID_TAB
    And nothing has changed

    Examples:
      | call                 | args                                                              |
      | document.read        | {"tabId": "an unknown id"}                                        |
      | document.write       | {"tabId": "an unknown id", "content": "x"}                        |
      | selection.get        | {"tabId": "an unknown id"}                                        |
      | selection.set        | {"tabId": "an unknown id", "content": "x"}                        |
      | workspace.save       | {"tabId": "an unknown id"}                                        |
      | workspace.save_as    | {"tabId": "an unknown id", "filePath": "the path of new.md"}      |
      | workspace.close      | {"tabId": "an unknown id"}                                        |
      | workspace.switch_tab | {"tabId": "an unknown id"}                                        |

  @MCP-041
  Scenario: STALE from selection.set carries the present revision
    Given a new tab "scratch" holding "text"
    And "scratch" is in front with a live editor
    When the client calls selection.set with {"content": "x", "expected_revision": "rev-notatoken"}
    Then the call is refused with STALE
    And the reply field "current_revision" is the revision of "scratch"
    And "scratch" still reads "text"
