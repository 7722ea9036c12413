@core
Feature: The connection
  The server speaks JSON-RPC over stdio, says who it is, survives nonsense and
  ends when its input ends.

  Rule: The handshake

    @MCP-001 @MCP-002 @MCP-003
    Scenario: The server says who it is
      When the client pings
      Then the call succeeds
      And the handshake names a protocol revision, a server and its version

    @MCP-004
    Scenario: It declares tools
      When the client pings
      Then the handshake declares tools

    @MCP-005
    Scenario Outline: It declares nothing it does not have
      When the client pings
      Then the handshake does not declare <capability>

      Examples:
        | capability |
        | resources  |
        | prompts    |

    @MCP-006
    Scenario: It tells the client how to use it
      When the client pings
      Then the handshake carries instructions

    @MCP-007
    Scenario: A ping gets an empty result
      When the client pings
      Then the reply is an empty object

    @MCP-083
    Scenario: The user sees who is connected
      When the client asks for the state
      Then the user sees that an AI client is connected

  Rule: Nonsense ends nothing

    @MCP-080
    Scenario Outline: A line that is no request
      Given a new tab "scratch" holding "text"
      When the client sends the line <line>
      Then the server still answers
      And "scratch" still reads "text"

      Examples:
        | line                                                   |
        | "this is no JSON"                                      |
        | "{\"jsonrpc\": \"2.0\", \"id\": 900001, \"method\": "  |
        | "[]"                                                   |
        | "{\"jsonrpc\": \"2.0\", \"method\": 5}"                |

    @MCP-080
    Scenario: A method nobody knows
      When the client requests the method "no/such/method"
      Then the reply is an error of any kind
      And the server still answers

    @MCP-046
    Scenario: A tool nobody knows
      When the client calls the tool no_such_tool with {"action": "get_state"}
      Then the reply is an error of any kind
      And the server still answers

  Rule: The end

    @MCP-077
    Scenario: The process ends with its input
      Given a new tab "scratch"
      When the client hangs up
      Then the process ends with code 0

    @MCP-078
    Scenario: The health check
      When the server program is run with "--health-check"
      Then it prints a status ok with nine tools and ends with code 0

    @MCP-079
    Scenario: The version
      When the server program is run with "--version"
      Then it prints the version of the handshake and ends with code 0
