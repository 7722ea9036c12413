@core
Feature: Files and folders in the rail
  With the rail every tab belongs to the folder that holds its file. Opening
  stays in the background; switching shows the folder of the tab.

  Rule: Without the rail there are no instances

    @WSP-020
    Scenario: Opening reports none
      Given an open folder with "notes.md" holding "text"
      And the workspace rail is off
      When the client opens "notes.md"
      Then the reply field "workspaceInstanceId" is null
      And the state lists "notes.md"

    @WSP-130
    Scenario: Switching reports none
      Given a new tab "first"
      And a new tab "second"
      And the workspace rail is off
      When the client switches to "first"
      Then the reply has
        | field               | is    |
        | workspaceSwitched   | false |
        | workspaceInstanceId | null  |
      And "first" is the active tab of its window

  Rule: With the rail

    @WSP-017 @WSP-021 @rail
    Scenario: Opening stays in the background of another folder
      Given an open folder
      And on disk "one/a.md" holds "a"
      And on disk "two/b.md" holds "b"
      And the workspace rail is on
      And the user has opened the folder "one"
      And the user has opened the folder "two"
      And the user shows the folder "two"
      When the client opens "one/a.md"
      Then the reply field "workspaceSwitched" is false
      And the reply field "workspaceInstanceId" is the instance of "one"
      And the shown instance is that of "two"

    @WSP-021 @rail
    Scenario: The deepest folder owns the tab
      Given an open folder
      And on disk "one/sub/a.md" holds "a"
      And the workspace rail is on
      And the user has opened the folder "one"
      And the user has opened the folder "one/sub"
      When the client opens "one/sub/a.md"
      Then the reply field "workspaceInstanceId" is the instance of "one/sub"
      And the state lists "one/sub/a.md"

    @WSP-131 @WSP-132 @rail
    Scenario: Switching shows the folder of the tab
      Given an open folder
      And on disk "one/a.md" holds "a"
      And on disk "two/b.md" holds "b"
      And the workspace rail is on
      And the user has opened the folder "one"
      And the user has opened the folder "two"
      And the client has opened "one/a.md"
      And the user shows the folder "two"
      When the client switches to "one/a.md"
      Then the reply has
        | field               | is                    |
        | activated           | true                  |
        | workspaceSwitched   | true                  |
        | workspaceInstanceId | the instance of "one" |
      And the shown instance is that of "one"

    @WSP-133 @rail
    Scenario: Switching inside the shown folder switches no folder
      Given an open folder
      And on disk "one/a.md" holds "a"
      And on disk "one/b.md" holds "b"
      And the workspace rail is on
      And the user has opened the folder "one"
      And the client has opened "one/a.md"
      And the client has opened "one/b.md" in front
      When the client switches to "one/a.md"
      Then the reply has
        | field             | is    |
        | activated         | true  |
        | workspaceSwitched | false |
      And "one/a.md" is the active tab of its window

    @WSP-057 @rail
    Scenario: Documents of a hidden folder count for the scope
      Given an open folder
      And on disk "outside/one.md" holds "one"
      And on disk "outside/two.md" holds "two"
      And on disk "two/b.md" holds "b"
      And the workspace rail is on
      And the user has opened "outside/one.md"
      And the user has opened the folder "two"
      When the client opens "outside/two.md"
      Then the call succeeds
      And "outside/two.md" reads "two"
