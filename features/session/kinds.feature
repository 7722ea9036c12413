@core
Feature: Which kind a tab has
  A tab is a workflow or it is markdown. The path decides first, then the text;
  everything that is no workflow is markdown.

  Rule: The path of a workflow decides whatever the text is

    @SES-020 @SES-021
    Scenario Outline: A file directly in the workflows folder is a workflow
      Given an open folder with "<name>" holding "on: push\njobs: {}\n"
      When the client opens "<name>"
      Then the call succeeds
      And the state shows "<name>" with kind "yaml-workflow"

      Examples:
        | name                     |
        | .github/workflows/ci.yml |
        | .github/workflows/ci.yaml |

    @SES-022
    Scenario Outline: Even without a usable text it is a workflow
      Given an open folder with ".github/workflows/x.yml" holding <text>
      When the client opens ".github/workflows/x.yml"
      Then the call succeeds
      And the state shows ".github/workflows/x.yml" with kind "yaml-workflow"

      Examples:
        | text               |
        | ""                 |
        | "a: [b\n  : : c\n" |

    @SES-024 @SES-025 @SES-026
    Scenario Outline: Other files are markdown
      Given an open folder with "<name>" holding "key: value\n"
      When the client opens "<name>"
      Then the call succeeds
      And the state shows "<name>" with kind "markdown"

      Examples:
        | name                         |
        | config.yml                   |
        | notes.md                     |
        | notes.txt                    |
        | .github/workflows/sub/x.yml  |

  Rule: The text of an untitled tab decides

    @SES-023
    Scenario: Top-level on and jobs make a workflow
      Given a new tab "scratch"
      When the client writes "on: push\njobs:\n  a: {}\n" to "scratch"
      Then the call succeeds
      And the state shows "scratch" with kind "yaml-workflow"

  Rule: Path and title

    @SES-013
    Scenario: An untitled tab has no path
      Given a new tab "scratch"
      When the client asks for the state
      Then the call succeeds
      And the state shows "scratch" with filePath null

    @SES-014
    Scenario: A tab of a file has the path of the file
      Given an open folder with "notes.md" holding "text"
      When the client opens "notes.md"
      Then the call succeeds
      And the state shows "notes.md" with filePath the path of "notes.md"

    @SES-015
    Scenario Outline: The title is the name without a known extension
      Given an open folder with "<name>" holding "text"
      When the client opens "<name>"
      Then the call succeeds
      And the state shows "<name>" with title "<title>"

      Examples:
        | name                     | title |
        | notes.md                 | notes |
        | .github/workflows/ci.yml | ci    |
