@core
Feature: The form of replies
  A success is a JSON object, a refusal by the editor is an envelope with a
  code, and a wrong argument is a plain sentence.

  Rule: Success

    @MCP-035
    Scenario Outline: The result is JSON text
      Given a new tab "scratch" holding "text"
      When the client calls <call>
      Then the call succeeds
      And the result is JSON text without the failure flag

      Examples:
        | call              |
        | session.get_state |
        | document.read     |
        | workspace.new     |

    @MCP-036 @MCP-038
    Scenario Outline: Structured content where it was promised
      Given a new tab "scratch" holding "text"
      And "scratch" is in front with a live editor
      When the client calls <tool>.<action>
      Then structured content is there when <tool> declares an output schema, and obeys it

      Examples:
        | tool      | action    |
        | session   | get_state |
        | document  | read      |
        | selection | get       |
        | workspace | new       |

    @MCP-037
    Scenario Outline: Both forms agree
      Given a new tab "scratch" holding "text"
      When the client calls <call>
      Then structured content and text are the same object

      Examples:
        | call              |
        | session.get_state |
        | document.read     |
        | workspace.new     |

  Rule: Refusals by the editor

    @MCP-039 @MCP-040 @MCP-061
    Scenario Outline: A flagged envelope that changes nothing
      Given an open folder with "notes.md" holding "text"
      And a new tab "scratch" holding "unsaved"
      And everything is noted
      When the client calls <call> with <args>
      Then the failure flag is set
      And the reply carries an envelope with a known code and a message
      And nothing has changed

      Examples:
        | call                   | args                                                                                       |
        | document.read          | {"tabId": "an unknown id"}                                                                 |
        | document.write         | {"tabId": "the tab of scratch", "content": "x", "expected_revision": "rev-notatoken"}      |
        | workspace.open         | {"filePath": "the path of missing.md"}                                                     |
        | workspace.save         | {"tabId": "the tab of scratch"}                                                            |
        | workspace.save_as      | {"tabId": "the tab of scratch", "filePath": "the path of new.md"}                          |
        | workspace.focus_window | {"windowLabel": "an unknown label"}                                                        |
        | selection.get          | {"tabId": "an unknown id"}                                                                 |

    @MCP-042
    Scenario: Only STALE carries a revision
      Given a new tab "scratch" holding "text"
      When the client calls document.read with {"tabId": "an unknown id"}
      Then the call is refused with INVALID_TAB
      And the reply field "current_revision" is absent

    @MCP-045
    Scenario: The envelope stands alone
      Given a new tab "scratch" holding "text"
      When the client calls document.read with {"tabId": "an unknown id"}
      Then the call is refused with INVALID_TAB
      And the text of the reply is the envelope alone
