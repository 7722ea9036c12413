@core @wysiwyg
Feature: Replacing in rich mode
  In rich mode plain text goes in literally, and Markdown becomes what it says.

  Rule: Plain text is literal

    @SEL-052 @SEL-053 @SEL-054 @SEL-055
    Scenario Outline: It stays inside its paragraph
      Given a new tab "scratch" holding "one two three\n"
      And "scratch" is in front with a live editor
      And "scratch" is in wysiwyg mode
      And the user has selected "two" in "scratch"
      When the client replaces the selection with <content>
      Then the call succeeds
      And the user sees the words <words> in one paragraph of "scratch"

      Examples:
        | content       | words                      |
        | "  x  "       | "one   x   three"          |
        | "simple"      | "one simple three"         |
        | "5*4 result"  | "one 5*4 result three"     |
        | "snake_case"  | "one snake_case three"     |

  Rule: Inline Markdown becomes inline content

    @SEL-056 @SEL-057 @SEL-058 @SEL-064 @SEL-065
    Scenario Outline: Without splitting the paragraph
      Given a new tab "scratch" holding "one two three\n"
      And "scratch" is in front with a live editor
      And "scratch" is in wysiwyg mode
      And the user has selected "two" in "scratch"
      When the client replaces the selection with <content>
      Then the call succeeds
      And the text of "scratch" without its final newline is <result>

      Examples:
        | content             | result                          |
        | "**bold**"          | "one **bold** three"            |
        | "*italic*"          | "one *italic* three"            |
        | "`code`"            | "one `code` three"              |
        | "[a](http://b.c/)"  | "one [a](http://b.c/) three"    |
        | "![a](b.png)"       | "one ![a](b.png) three"         |

  Rule: Blocks become blocks

    @SEL-059 @SEL-060 @SEL-061 @SEL-062 @SEL-063
    Scenario Outline: A block stands on its own
      Given a new tab "scratch"
      And "scratch" is in front with a live editor
      And "scratch" is in wysiwyg mode
      When the client replaces the selection with <content>
      Then the call succeeds
      And the text of "scratch" without its final newline is <result>

      Examples:
        | content                  | result                   |
        | "```py\nx = 1\n```"      | "```py\nx = 1\n```"      |
        | "> quoted"               | "> quoted"               |
        | "- a\n- b"               | "- a\n- b"               |
        | "# Title"                | "# Title"                |
        | "first\n\nsecond"        | "first\n\nsecond"        |

  Rule: What is selected afterwards

    @SEL-066
    Scenario: After a replacement the new content
      Given a new tab "scratch" holding "one two three\n"
      And "scratch" is in front with a live editor
      And "scratch" is in wysiwyg mode
      And the user has selected "two" in "scratch"
      When the client replaces the selection with "longer"
      Then the call succeeds
      And the selection is "longer"

    @SEL-066
    Scenario: After an insertion the caret is behind it
      Given a new tab "scratch" holding "one three\n"
      And "scratch" is in front with a live editor
      And "scratch" is in wysiwyg mode
      And the user has put the caret after "one " in "scratch"
      When the client replaces the selection with "two "
      Then the call succeeds
      And the selection is a caret at 9
