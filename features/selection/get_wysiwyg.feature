@core @wysiwyg
Feature: Positions in rich mode
  In rich mode a position counts tokens of the document tree, and the selected
  text is Markdown.

  Rule: Positions

    @SEL-038 @SEL-039 @SEL-040 @SEL-041 @SEL-042 @SEL-043 @SEL-046
    Scenario Outline: A piece of text has its place in the tree
      Given a new tab "scratch" holding <document>
      And "scratch" is in front with a live editor
      And "scratch" is in wysiwyg mode
      When the user selects "<piece>" in "scratch"
      Then the range is <start> to <end>

      Examples:
        | document                                    | piece | start | end |
        | "Hello world\n"                             | world | 7     | 12  |
        | "# Title\n\nBody\n"                         | Body  | 8     | 12  |
        | "- one\n- two\n"                            | two   | 10    | 13  |
        | "- a\n  - b\n"                              | b     | 8     | 9   |
        | "\| a \| b \|\n\| - \| - \|\n\| c \| d \|\n" | c     | 16    | 17  |
        | "```\nlet a\nb\n```\n"                      | let a | 1     | 6   |
        | "a😀b\n"                                    | b     | 4     | 5   |
        | "漢字 world\n"                              | world | 4     | 9   |

    @SEL-044 @SEL-045 @SEL-047
    Scenario Outline: What counts and what does not
      Given a new tab "scratch" holding <document>
      And "scratch" is in front with a live editor
      And "scratch" is in wysiwyg mode
      When the user selects "<piece>" in "scratch"
      Then the range is <start> to <end>

      Examples:
        | document                        | piece | start | end |
        | "x ![i](u.png) y\n"             | y     | 5     | 6   |
        | "a\\\\\nb\n"                    | b     | 3     | 4   |
        | "**ab**c\n"                     | ab    | 1     | 3   |
        | "> hi\n"                        | hi    | 2     | 4   |
        | "a\n\n---\n\nb\n"               | b     | 5     | 6   |
        | "---\nt: x\n---\n\nHi\n"        | Hi    | 2     | 4   |

    @SEL-076
    Scenario: The caret of an empty document
      Given a new tab "scratch"
      And "scratch" is in front with a live editor
      When the user switches "scratch" to wysiwyg mode
      Then the selection is a caret at 1

  Rule: The text is Markdown

    @SEL-048 @SEL-049 @SEL-050
    Scenario Outline: A piece of one block
      Given a new tab "scratch" holding <document>
      And "scratch" is in front with a live editor
      And "scratch" is in wysiwyg mode
      When the user selects "<piece>" in "scratch"
      Then the selection is <text>

      Examples:
        | document                | piece | text       |
        | "a **word** b\n"        | word  | "**word**" |
        | "one two three\n"       | two   | "two"      |
        | "# Title\n\nBody\n"     | Title | "Title"    |

    @SEL-051
    Scenario: A range over two paragraphs
      Given a new tab "scratch" holding "Para one\n\nPara two\n"
      And "scratch" is in front with a live editor
      And "scratch" is in wysiwyg mode
      And the user has selected from 2 to 15 in "scratch"
      When the client asks for the selection
      Then the reply field "text" is "ara one\n\nPara"
