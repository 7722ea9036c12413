@core
Feature: Closing a tab
  A clean tab closes. A dirty one closes only by force, and then without
  writing. The id of a closed tab is dead for ever.

  Rule: Which tab

    @WSP-111
    Scenario: There is no default tab
      Given a new tab "scratch"
      And everything is noted
      When the client calls workspace.close
      Then the call is refused as a wrong argument
      And nothing has changed

    @WSP-119
    Scenario: An unknown tab
      Given a new tab "scratch"
      And everything is noted
      When the client calls workspace.close with {"tabId": "an unknown id"}
      Then the call is refused with INVALID_TAB
      And nothing has changed

    @WSP-119
    Scenario: A tab that is closed already
      Given a new tab "scratch"
      And a new tab "other"
      And the client has closed "scratch"
      And everything is noted
      When the client closes "scratch"
      Then the call is refused with INVALID_TAB
      And nothing has changed

    @WSP-120
    Scenario Outline: A closed tab's id is dead everywhere
      Given an open folder
      And a new tab "scratch"
      And a new tab "other" holding "kept"
      And the client has closed "scratch"
      And everything is noted
      When the client calls <call> with <args>
      Then the call is refused with INVALID_TAB
      And nothing has changed

      Examples:
        | call                 | args                                                               |
        | document.read        | {"tabId": "the tab of scratch"}                                    |
        | document.write       | {"tabId": "the tab of scratch", "content": "x"}                    |
        | selection.get        | {"tabId": "the tab of scratch"}                                    |
        | selection.set        | {"tabId": "the tab of scratch", "content": "x"}                    |
        | workspace.save       | {"tabId": "the tab of scratch"}                                    |
        | workspace.save_as    | {"tabId": "the tab of scratch", "filePath": "the path of new.md"}  |
        | workspace.switch_tab | {"tabId": "the tab of scratch"}                                    |
        | workspace.close      | {"tabId": "the tab of scratch", "force": true}                     |

  Rule: Clean tabs close, dirty ones do not

    @WSP-112
    Scenario: A clean tab
      Given a new tab "scratch"
      And a new tab "other"
      When the client closes "scratch"
      Then the reply field "closed" is true
      And the state does not list "scratch"
      And the state lists "other"

    @WSP-113 @WSP-114
    Scenario: A dirty tab stays
      Given a new tab "scratch" holding "unsaved"
      And everything is noted
      When the client closes "scratch"
      Then the reply has
        | field  | is      |
        | closed | false   |
        | reason | "DIRTY" |
      And nothing has changed
      And "scratch" still reads "unsaved"

    @WSP-113 @WSP-114
    Scenario: A tab with what the user typed stays
      Given an open folder with "notes.md" holding "text"
      And the client has opened "notes.md" in front
      And the user has typed " more" at the end of "notes.md"
      When the client closes "notes.md"
      Then the reply has
        | field  | is      |
        | closed | false   |
        | reason | "DIRTY" |
      And "notes.md" still reads "text more"

    @WSP-117
    Scenario: Force false is no force
      Given a new tab "scratch" holding "unsaved"
      When the client calls workspace.close with {"tabId": "the tab of scratch", "force": false}
      Then the reply has
        | field  | is      |
        | closed | false   |
        | reason | "DIRTY" |
      And "scratch" still reads "unsaved"

    @WSP-118
    Scenario Outline: A force that is no boolean closes nothing
      Given a new tab "scratch"
      And everything is noted
      When the client calls workspace.close with {"tabId": "the tab of scratch", "force": <force>}
      Then the call is refused as a wrong argument
      And nothing has changed

      Examples:
        | force  |
        | "true" |
        | 1      |
        | []     |

    @WSP-115
    Scenario: Force closes a dirty tab
      Given a new tab "scratch" holding "unsaved"
      And a new tab "other"
      When the client closes "scratch" by force
      Then the reply field "closed" is true
      And the state does not list "scratch"

    @WSP-116
    Scenario: Force writes nothing
      Given an open folder with "notes.md" holding "text"
      And the client has opened "notes.md" in front
      And "notes.md" has unsaved text
      When the client closes "notes.md" by force
      Then the reply field "closed" is true
      And on disk "notes.md" still holds "text"

    @WSP-125
    Scenario: What is reported as closed is gone
      Given a new tab "scratch"
      And the user has clicked the tab "scratch"
      When the client closes "scratch"
      Then the call succeeds
      And the tab "scratch" is gone exactly if the reply says closed

  Rule: What comes to the front

    @WSP-121
    Scenario: The right neighbour
      Given a new tab "first"
      And a new tab "second"
      And a new tab "third"
      And "second" is in front
      When the client closes "second"
      Then the reply field "closed" is true
      And "third" is the active tab of its window

    @WSP-121
    Scenario: Else the left one
      Given a new tab "first"
      And a new tab "second"
      And "second" is in front
      When the client closes "second"
      Then the reply field "closed" is true
      And "first" is the active tab of its window

    @WSP-122
    Scenario: A background tab changes nothing in front
      Given a new tab "first"
      And a new tab "second"
      And "second" is in front
      When the client closes "first"
      Then the reply field "closed" is true
      And "second" is the active tab of its window

  Rule: Nothing left

    @WSP-123
    Scenario Outline: Without a tab default calls are refused
      Given every tab is closed
      When the client calls <call>
      Then the call is refused with INVALID_TAB
      And the server still answers

      Examples:
        | call           |
        | document.read  |
        | selection.get  |
        | workspace.save |

    @WSP-124
    Scenario: The window stays
      Given a new tab "scratch"
      And every tab is closed
      When the client asks for the state
      Then the call succeeds
      And there is still a window
