@core
Feature: Wrong arguments
  What a client got wrong is said in plain words before anything is looked up
  or changed. An id that is blank or no string never means "the focused tab".

  Rule: The action

    @MCP-043 @MCP-047 @MCP-048 @MCP-049 @MCP-050 @MCP-051 @MCP-060
    Scenario Outline: An action that is none
      Given a new tab "scratch" holding "text"
      And everything is noted
      When the client calls the tool <tool> with <args>
      Then the call is refused as a wrong argument
      And nothing has changed

      Examples:
        | tool      | args                                      |
        | document  | {"content": "x"}                          |
        | document  | {"action": "erase", "content": "x"}       |
        | workspace | {"action": "read"}                        |
        | document  | {"action": "new"}                         |
        | document  | {"action": "Write", "content": "x"}       |
        | document  | {"action": " write ", "content": "x"}     |
        | document  | {"action": 1, "content": "x"}             |
        | document  | {"action": ["write"], "content": "x"}     |
        | document  | {"action": null, "content": "x"}          |

    @MCP-052
    Scenario: What nobody declared makes no difference
      Given a new tab "scratch" holding "text"
      When the client calls document.read with {"verbose": true, "colour": "blue"}
      Then the unknown arguments make no difference

  Rule: Required arguments

    @MCP-053 @MCP-043 @MCP-060
    Scenario Outline: A missing argument comes before an unknown tab
      Given a new tab "scratch" holding "text"
      And everything is noted
      When the client calls <call> with {"tabId": "an unknown id"}
      Then the call is refused as a wrong argument
      And nothing has changed

      Examples:
        | call              |
        | document.write    |
        | selection.set     |
        | workspace.save_as |

    @MCP-044
    Scenario Outline: The words name it
      Given a new tab "scratch" holding "text"
      When the client calls <call> with <args>
      Then the call is refused as a wrong argument
      And the words of the reply name "<name>"

      Examples:
        | call                     | args                            | name        |
        | document.write           | {}                              | content     |
        | workspace.open           | {}                              | filePath    |
        | workspace.open_workspace | {}                              | folderPath  |
        | workspace.close          | {}                              | tabId       |
        | workspace.focus_window   | {}                              | windowLabel |

  Rule: Ids

    @MCP-054 @MCP-055 @MCP-056 @MCP-060
    Scenario Outline: An id that is blank or no string
      Given a new tab "scratch" holding "text"
      And everything is noted
      When the client calls <call> with {"tabId": <id>, "content": "x"}
      Then the call is refused as a wrong argument
      And nothing has changed

      Examples:
        | call                 | id    |
        | document.read        | ""    |
        | document.write       | ""    |
        | selection.get        | ""    |
        | selection.set        | ""    |
        | workspace.save       | ""    |
        | workspace.close      | ""    |
        | workspace.switch_tab | ""    |
        | document.read        | "   " |
        | document.write       | "   " |
        | selection.set        | "   " |
        | workspace.close      | "   " |
        | document.read        | 5     |
        | document.write       | 5     |
        | document.write       | {}    |
        | document.write       | []    |
        | selection.set        | 5     |
        | workspace.save       | 5     |
        | workspace.close      | 5     |

    @MCP-057
    Scenario Outline: Null is no id
      Given a new tab "scratch" holding "text"
      And everything is noted
      When the client calls <call> with {"tabId": null, "content": "x"}
      Then the call is refused as a wrong argument
      And nothing has changed

      Examples:
        | call           |
        | document.read  |
        | document.write |

    @MCP-058
    Scenario: Blanks around an id are trimmed
      Given a new tab "first" holding "one"
      And a new tab "second" holding "two"
      When the client calls document.read with {"tabId": "the padded tab of first"}
      Then the reply field "content" is "one"

    @MCP-059 @MCP-060
    Scenario Outline: A blank label
      Given an open folder with "notes.md" holding "text"
      And a new tab "scratch" holding "text"
      And everything is noted
      When the client calls <call> with <args>
      Then the call is refused as a wrong argument
      And nothing has changed

      Examples:
        | call                   | args                                                         |
        | workspace.new          | {"windowLabel": ""}                                          |
        | workspace.new          | {"windowLabel": "  "}                                        |
        | workspace.open         | {"windowLabel": "  ", "filePath": "the path of notes.md"}    |
        | workspace.focus_window | {"windowLabel": ""}                                          |
        | workspace.focus_window | {"windowLabel": " \t"}                                       |
