@core @source-mode
Feature: Replacing raw text in source mode
  In source mode the content goes in letter by letter, and the caret stands
  behind it afterwards.

  @SEL-035
  Scenario Outline: Markdown signs go in as they are
    Given a new tab "scratch" holding "one two three"
    And "scratch" is in front with a live editor
    And "scratch" is in source mode
    And the user has selected "two" in "scratch"
    When the client replaces the selection with <content>
    Then the call succeeds
    And "scratch" reads <result>

    Examples:
      | content          | result                        |
      | "**b** _e_ `c`"  | "one **b** _e_ `c` three"     |
      | "# T\n\n- a"     | "one # T\n\n- a three"        |
      | "\\\\*&amp;<b>"  | "one \\\\*&amp;<b> three"     |

  @SEL-036
  Scenario Outline: Blanks and newlines at the ends survive
    Given a new tab "scratch" holding "one two three"
    And "scratch" is in front with a live editor
    And "scratch" is in source mode
    And the user has selected "two" in "scratch"
    When the client replaces the selection with <content>
    Then the call succeeds
    And "scratch" reads <result>

    Examples:
      | content     | result                |
      | "  x  "     | "one   x   three"     |
      | "\n\nx\n"   | "one \n\nx\n three"   |
      | "\tx\t"     | "one \tx\t three"     |

  @SEL-037
  Scenario: The caret stands behind the new text
    Given a new tab "scratch" holding "one two three"
    And "scratch" is in front with a live editor
    And "scratch" is in source mode
    And the user has selected "two" in "scratch"
    When the client replaces the selection with "a😀b"
    Then the call succeeds
    And the selection is a caret at 8

  @SEL-070
  Scenario: A workflow is edited in place
    Given an open folder with ".github/workflows/ci.yml" holding "on: push # when\njobs: {}\n"
    And the client has opened ".github/workflows/ci.yml" in front
    And ".github/workflows/ci.yml" is in front with a live editor
    And the user has selected "push" in ".github/workflows/ci.yml"
    When the client replaces the selection with "pull_request"
    Then the call succeeds
    And ".github/workflows/ci.yml" reads "on: pull_request # when\njobs: {}\n"
