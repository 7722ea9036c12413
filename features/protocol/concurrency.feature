@core
Feature: Many requests
  Every request gets its answer, however many are sent at once and however
  large they are.

  @MCP-066
  Scenario: Fifty reads at once
    Given a new tab "scratch" holding "text"
    When the client sends 50 reads of "scratch" without waiting
    Then there are 50 replies that read "text"

  @MCP-069
  Scenario: More than a rate limit may allow
    Given a new tab "scratch" holding "text"
    When the client sends 300 reads of "scratch" without waiting
    Then there are 300 replies, and each is a text or a plain error
    And "scratch" eventually can be read

  @MCP-075 @slow
  Scenario: A very large request
    Given a new tab "scratch" holding "text"
    When the client sends a write of 33554432 bytes to "scratch"
    Then the write went through whole or "scratch" still reads "text"
