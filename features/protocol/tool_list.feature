@core
Feature: The nine tools
  Nine tools, each with its actions, its parameters and honest annotations.

  Rule: Names and schemas

    @MCP-008
    Scenario: Exactly nine
      When the client lists the tools
      Then exactly these tools are listed: session, workspace, document, workflow, selection, browser, browser_read, coherence, coherence_resolve

    @MCP-009
    Scenario: In one page
      When the client lists the tools
      Then the reply field "tools" is a list
      And the reply field "nextCursor" is absent

    @MCP-011
    Scenario: Each with a description
      When the client lists the tools
      Then every tool has a non-empty description

    @MCP-012
    Scenario: Each with a title
      When the client lists the tools
      Then every tool has a non-empty title

    @MCP-013
    Scenario: Each with an enumeration of actions
      When the client lists the tools
      Then every input schema is an object that requires a string action with an enumeration

    @MCP-014
    Scenario: The actions of session
      When the client lists the tools
      Then the tool session offers at least get_state

    @MCP-015
    Scenario: The actions of workspace
      When the client lists the tools
      Then the tool workspace offers at least new, open, open_workspace, save, save_as, close, switch_tab, focus_window

    @MCP-016
    Scenario: The actions of document
      When the client lists the tools
      Then the tool document offers at least read, write, transform

    @MCP-017
    Scenario: The actions of workflow
      When the client lists the tools
      Then the tool workflow offers at least apply_patch, validate

    @MCP-018
    Scenario: The actions of selection
      When the client lists the tools
      Then the tool selection offers at least get, set

    @MCP-019
    Scenario: The actions of browser
      When the client lists the tools
      Then the tool browser offers at least act, workflow_run, workflow_cancel, workflow_record, open, navigate, style, execute_js, session_save, session_load, console_clear

    @MCP-020
    Scenario: The actions of browser_read
      When the client lists the tools
      Then the tool browser_read offers at least read, screenshot, query, extract, workflow_status, console, wait, wait_for

    @MCP-021
    Scenario: The actions of coherence
      When the client lists the tools
      Then the tool coherence offers at least status, edges, claims, contexts

    @MCP-022
    Scenario: The action of coherence_resolve
      When the client lists the tools
      Then the tool coherence_resolve offers exactly resolve

    @MCP-031
    Scenario: The parameters of workspace
      When the client lists the tools
      Then the schema of workspace requires nothing but action
      And the schema of workspace declares tabId, filePath, folderPath, windowLabel, kind as string
      And the schema of workspace declares force as boolean
      And the schema of workspace lists markdown, yaml-workflow for kind

    @MCP-032
    Scenario: The parameters of document
      When the client lists the tools
      Then the schema of document declares tabId, content, kind, expected_revision as string
      And the schema of document lists cjk-format, cjk-spacing, cjk-punctuation for kind

    @MCP-033
    Scenario: The parameters of selection
      When the client lists the tools
      Then the schema of selection declares tabId, content, expected_revision as string

    @MCP-034
    Scenario: A tabId is never empty
      When the client lists the tools
      Then every tabId parameter has a minimum length of one

  Rule: Annotations tell the truth

    @MCP-023
    Scenario: The observing tools are read-only
      When the client lists the tools
      Then the tools session, browser_read, coherence are read-only

    @MCP-024
    Scenario: The others are not
      When the client lists the tools
      Then the tools workspace, document, workflow, selection, browser, coherence_resolve are not read-only

    @MCP-025
    Scenario: The two most dangerous say so
      When the client lists the tools
      Then the tools browser, coherence_resolve are not read-only
      And the annotation readOnlyHint of the tools browser, coherence_resolve is false
      And the annotation destructiveHint of the tools browser, coherence_resolve is true

    @MCP-026
    Scenario: Reading the web reaches out
      When the client lists the tools
      Then the annotation openWorldHint of the tools browser_read is true

    @MCP-027
    Scenario: The core tools that change something are destructive
      When the client lists the tools
      Then the annotation destructiveHint of the tools document, selection, workspace, workflow is true

    @MCP-028
    Scenario: Who reaches out and who does not
      When the client lists the tools
      Then the annotation openWorldHint of the tools browser, workspace is true
      And the annotation openWorldHint of the tools session, document, selection, workflow, coherence, coherence_resolve is false

    @MCP-029
    Scenario: The observing tools are idempotent and harmless
      When the client lists the tools
      Then the annotation idempotentHint of the tools session, browser_read, coherence is true
      And the annotation destructiveHint of the tools session, browser_read, coherence is false

    @MCP-030
    Scenario: No tool contradicts itself
      When the client lists the tools
      Then no tool is annotated as read-only and destructive
