@core
Feature: Opening a folder needs the user
  The first call asks the user and opens nothing. Approved, the same call opens
  the folder, once. Nothing the client sends changes what is asked or where.

  Rule: The first call only asks

    @WSP-062 @AUT-260
    Scenario: Nothing is opened before the user decides
      Given on disk "outside/one/notes.md" holds "text"
      And a new tab "scratch"
      And everything is noted
      When the client opens the folder "outside/one"
      Then the call asks for consent
      And nothing has changed
      And the client cannot open "outside/one/notes.md"

    @WSP-063
    Scenario: The user is asked about the folder
      Given on disk "outside/one/notes.md" holds "text"
      When the client opens the folder "outside/one"
      Then the call asks for consent
      And a question names the folder "outside/one"
      And the question offers exactly "approve" and "deny"

    @WSP-064 @AUT-264
    Scenario: For a link the real folder is named
      Given on disk "outside/real/notes.md" holds "text"
      And on disk "outside/alias" is a link to "outside/real"
      When the client opens the folder "outside/alias"
      Then the call asks for consent
      And a question names the folder "outside/real"

    @WSP-065
    Scenario: Asking again stacks no second question
      Given on disk "outside/one/notes.md" holds "text"
      And the client has asked for the folder "outside/one"
      When the client opens the folder "outside/one"
      Then the call asks for consent
      And 1 question waits

    @MCP-070
    Scenario: Calls are answered while a question waits
      Given on disk "outside/one/notes.md" holds "text"
      And a new tab "scratch" holding "text"
      And the client has asked for the folder "outside/one"
      When the client writes "more" to "scratch"
      Then the call succeeds
      And "scratch" reads "more"
      And 1 question waits

    @WSP-074 @AUT-273
    Scenario: Too many questions
      Given 32 different folders were asked for
      And on disk "outside/one/notes.md" holds "text"
      When the client opens the folder "outside/one"
      Then the call is refused with RESOURCE_EXHAUSTED
      And 32 questions wait

    @AUT-265
    Scenario: A name with direction characters is shown escaped
      Given on disk "outside/ab\u202egpj/notes.md" holds "text"
      When the client opens the folder "outside/ab\u202egpj"
      Then the call asks for consent
      And the words of the question do not contain "\u202e"

  Rule: What is no folder is refused without a question

    @WSP-060 @AUT-271
    Scenario Outline: The path is a wrong argument
      Given a new tab "scratch"
      And everything is noted
      When the client calls workspace.open_workspace with <args>
      Then the call is refused as a wrong argument
      And nothing has changed

      Examples:
        | args                |
        | {}                  |
        | {"folderPath": 3}   |
        | {"folderPath": {}}  |

    @WSP-061 @AUT-270
    Scenario Outline: Something that is no folder
      Given on disk "outside/notes.md" holds "text"
      When the client opens the folder "<name>"
      Then the call is refused with INVALID_PATH
      And 0 questions wait

      Examples:
        | name             |
        | outside/missing  |
        | outside/notes.md |

  Rule: After approval the same call opens it, once

    @WSP-066 @WSP-068 @AUT-261 @AUT-274
    Scenario: The folder opens and its files are in scope
      Given on disk "outside/one/notes.md" holds "text"
      And the client has asked for the folder "outside/one"
      And the user has answered approve
      When the client opens the folder "outside/one"
      Then the call succeeds
      And the client can open "outside/one/notes.md"
      And "outside/one/notes.md" reads "text"

    @WSP-067
    Scenario: The answer names the folder
      Given on disk "outside/real/notes.md" holds "text"
      And on disk "outside/alias" is a link to "outside/real"
      And the client has asked for the folder "outside/alias"
      And the user has answered approve
      When the client opens the folder "outside/alias"
      Then the reply has
        | field      | is                           |
        | opened     | true                         |
        | folderPath | the path of "outside/real"   |

    @AUT-267
    Scenario: The approval holds for the real name too
      Given on disk "outside/real/notes.md" holds "text"
      And on disk "outside/alias" is a link to "outside/real"
      And the client has asked for the folder "outside/alias"
      And the user has answered approve
      When the client opens the folder "outside/real"
      Then the call succeeds
      And the client can open "outside/real/notes.md"

    @AUT-266
    Scenario: A link turned elsewhere asks anew
      Given on disk "outside/real/notes.md" holds "text"
      And on disk "outside/other/notes.md" holds "other"
      And on disk "outside/alias" is a link to "outside/real"
      And the client has asked for the folder "outside/alias"
      And the user has answered approve
      When on disk "outside/alias" is turned into a link to "outside/other"
      And the client opens the folder "outside/alias"
      Then the call asks for consent
      And the client cannot open "outside/other/notes.md"

    @WSP-069 @AUT-262
    Scenario: One approval opens once
      Given on disk "outside/one/notes.md" holds "text"
      And the client has asked for the folder "outside/one"
      And the user has answered approve
      And the client has opened the folder "outside/one"
      When the client opens the folder "outside/one"
      Then the call asks for consent
      And 1 question waits

    @AUT-277
    Scenario: Two retries at once open it once
      Given on disk "outside/one/notes.md" holds "text"
      And the client has asked for the folder "outside/one"
      And the user has answered approve
      When the client calls workspace.open_workspace with {"folderPath": "the path of outside/one"} twice at once
      Then one of the two succeeds and the other asks for consent
      And the client can open "outside/one/notes.md"

    @WSP-072
    Scenario Outline: One folder approved is no other folder
      Given on disk "outside/one/sub/notes.md" holds "text"
      And on disk "outside/two/notes.md" holds "text"
      And the client has asked for the folder "outside/one"
      And the user has answered approve
      When the client opens the folder "<other>"
      Then the call asks for consent
      And the client cannot open "outside/two/notes.md"
      And the client cannot open "outside/one/sub/notes.md"

      Examples:
        | other           |
        | outside/two     |
        | outside/one/sub |
        | outside         |

    @WSP-073 @AUT-268
    Scenario: An approval left lying is void
      Given on disk "outside/one/notes.md" holds "text"
      And the client has asked for the folder "outside/one"
      And the user has answered approve
      And 5 minutes have passed
      When the client opens the folder "outside/one"
      Then the call asks for consent
      And the client cannot open "outside/one/notes.md"

    @WSP-077 @AUT-275
    Scenario: The folder may lie outside every root and nothing need be open
      Given on disk "outside/one/notes.md" holds "text"
      And every tab is closed
      And the client has asked for the folder "outside/one"
      And the user has answered approve
      When the client opens the folder "outside/one"
      Then the call succeeds
      And the client can open "outside/one/notes.md"

    @WSP-078
    Scenario: Unsaved text survives the new folder
      Given an open folder with "notes.md" holding "text"
      And the client has opened "notes.md" in front
      And "notes.md" has unsaved text
      And on disk "outside/one/other.md" holds "text"
      And the client has asked for the folder "outside/one"
      And the user has answered approve
      When the client opens the folder "outside/one"
      Then the call succeeds
      And "notes.md" still reads its unsaved text

    @AUT-276 @AUT-292
    Scenario: The approval of one client is not for another
      Given on disk "outside/one/notes.md" holds "text"
      And a second client has joined
      And the client has asked for the folder "outside/one"
      And the user has answered approve
      When the second client opens the folder "outside/one"
      Then the call asks for consent
      And the client cannot open "outside/one/notes.md"

    @AUT-291
    Scenario: No argument makes one client another
      Given on disk "outside/one/notes.md" holds "text"
      And a second client has joined
      And the client has asked for the folder "outside/one"
      And the user has answered approve
      When the second client opens the folder "outside/one" and claims to be the first
      Then the call asks for consent
      And the client cannot open "outside/one/notes.md"

  Rule: A denial lasts

    @WSP-070 @WSP-071 @AUT-263
    Scenario: Denied, the folder stays closed
      Given on disk "outside/one/notes.md" holds "text"
      And a new tab "scratch"
      And everything is noted
      And the client has asked for the folder "outside/one"
      And the user has answered deny
      When the client opens the folder "outside/one"
      Then the call asks for consent
      And nothing has changed
      And the client cannot open "outside/one/notes.md"

    @WSP-070
    Scenario: A later approval opens it after all
      Given on disk "outside/one/notes.md" holds "text"
      And the client has asked for the folder "outside/one"
      And the user has answered deny
      And the client has asked for the folder "outside/one"
      And the user has answered approve
      When the client opens the folder "outside/one"
      Then the call succeeds
      And the client can open "outside/one/notes.md"

    @WSP-071
    Scenario: Escape denies
      Given on disk "outside/one/notes.md" holds "text"
      And the client has asked for the folder "outside/one"
      When the user presses Escape at the question
      And the client opens the folder "outside/one"
      Then the call asks for consent
      And the client cannot open "outside/one/notes.md"

  Rule: The client does not choose the window

    @WSP-076 @AUT-269 @multi-window
    Scenario: The question comes where the request arrives
      Given on disk "outside/one/notes.md" holds "text"
      And the user has a second window "B"
      And the user works in the window "first"
      When the client opens the folder "outside/one" for the window of "B"
      Then the question is in the window of "first"
