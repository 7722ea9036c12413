@core
Feature: When the editor goes away
  The server outlives its editor: it lists its tools, fails calls soon, and
  works again when the editor is back.

  @MCP-010
  Scenario: The tools are listed without an editor
    Given the editor is gone
    When the client lists the tools
    Then the call succeeds
    And the tools are listed all the same

  @MCP-063
  Scenario: A call fails in time
    Given the editor is gone
    When the client lists the tools
    Then a call for the state fails within 25 seconds

  @MCP-064
  Scenario: And soon
    Given the editor is gone
    When the client lists the tools
    Then a call for the state fails within 2 seconds

  @MCP-065
  Scenario: It works again when the editor is back
    Given the editor is gone
    When the editor comes back
    Then a call for the state succeeds again
