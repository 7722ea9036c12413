@core
Feature: Reading a document
  read returns the text as it is now, unsaved edits included, with LF line ends.
  It works on every document tab, wherever it is, and changes nothing.

  Rule: What comes back

    @DOC-001
    Scenario: Five fields
      Given an open folder with "notes.md" holding "text\n"
      And the client has opened "notes.md"
      When the client reads "notes.md"
      Then the reply has
        | field    | is                     |
        | content  | "text\n"               |
        | revision | a non-empty string     |
        | filePath | the path of "notes.md" |
        | kind     | "markdown"             |
        | dirty    | false                  |

    @DOC-006
    Scenario: An untitled tab has no path
      Given a new tab "scratch" holding "text"
      When the client reads "scratch"
      Then the reply has
        | field    | is     |
        | filePath | null   |
        | content  | "text" |
        | dirty    | true   |

    @DOC-011
    Scenario: A workflow comes as its raw text
      Given an open folder with ".github/workflows/ci.yml" holding "# head\non: push # when\njobs:\n  a: {}\n"
      And the client has opened ".github/workflows/ci.yml"
      When the client reads ".github/workflows/ci.yml"
      Then the reply has
        | field   | is              |
        | kind    | "yaml-workflow" |
        | content | "# head\non: push # when\njobs:\n  a: {}\n" |

    @DOC-007
    Scenario: Unsaved typing is included
      Given an open folder with "notes.md" holding "text"
      And the client has opened "notes.md" in front
      When the user types " more" at the end of "notes.md"
      Then "notes.md" reads "text more"
      And on disk "notes.md" still holds "text"

    @DOC-008
    Scenario: So are keystrokes made just before
      Given a new tab "scratch" holding ""
      When the user types "a" into "scratch"
      And the user types "b" into "scratch"
      And the client reads "scratch"
      Then the reply field "content" is "ab"

    @DOC-009
    Scenario: A read-only document can be read
      Given an open folder with "notes.md" holding "text"
      And the client has opened "notes.md"
      And the user has made "notes.md" read-only
      When the client reads "notes.md"
      Then the reply field "content" is "text"

  Rule: Which tab

    @DOC-002
    Scenario: Without an id it is the focused tab
      Given a new tab "first" holding "one"
      And a new tab "second" holding "two"
      And "first" is in front
      When the client calls document.read
      Then the reply field "content" is "one"

    @DOC-003
    Scenario: By id it activates nothing
      Given a new tab "first" holding "one"
      And a new tab "second" holding "two"
      And "second" is in front
      When the client reads "first"
      Then the reply field "content" is "one"
      And "second" is the active tab of its window

    @DOC-004
    Scenario: An unknown tab
      Given a new tab "scratch" holding "text"
      And everything is noted
      When the client calls document.read with {"tabId": "an unknown id"}
      Then the call is refused with INVALID_TAB
      And nothing has changed

    @DOC-005
    Scenario: No tab at all
      Given every tab is closed
      When the client calls document.read
      Then the call is refused with INVALID_TAB
      And no window has a tab

    @DOC-010
    Scenario: Reading changes nothing
      Given an open folder with "notes.md" holding "text"
      And the client has opened "notes.md"
      And a new tab "scratch" holding "unsaved"
      And everything is noted
      When the client reads "scratch"
      And the client reads "notes.md"
      Then nothing has changed

  Rule: Long documents are never cut in silence

    @DOC-069 @MCP-071 @MCP-072
    Scenario: A long document
      Given a new tab "scratch"
      And the client has written a text of 200000 bytes to "scratch"
      When the client reads "scratch"
      Then the reply is the whole text of 200000 bytes or says that it is truncated
      And a truncated result keeps to its bound

    @MCP-073
    Scenario: A document within the bound is whole
      Given a new tab "scratch"
      And the client has written a text of 60000 bytes to "scratch"
      When the client reads "scratch"
      Then the reply field "truncated" is absent
      And "scratch" reads the whole text of 60000 bytes
