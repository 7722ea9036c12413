@core
Feature: What is selected
  get tells what the user has selected in the tab in front, in the positions of
  the mode that is on. It looks at no other tab and changes nothing.

  Rule: The answer

    @SEL-001 @SEL-002 @SEL-003
    Scenario: Seven fields about the tab in front
      Given a new tab "scratch" holding "text"
      And "scratch" is in front with a live editor
      When the client asks for the selection
      Then the reply has
        | field      | is                             |
        | text       | a string                       |
        | isEmpty    | a boolean                      |
        | range.from | an integer                     |
        | range.to   | an integer                     |
        | mode       | one of wysiwyg, source         |
        | kind       | one of markdown, yaml-workflow |
        | tabId      | the tab "scratch"              |
        | revision   | a non-empty string             |

    @SEL-004 @SEL-005
    Scenario: Revision and kind are those of the document
      Given a new tab "scratch" holding "text"
      And "scratch" is in front with a live editor
      When the client asks for the selection
      Then the reply has
        | field    | is                        |
        | revision | the revision of "scratch" |
        | kind     | the kind of "scratch"     |

    @SEL-006
    Scenario: A caret
      Given a new tab "scratch" holding "one two"
      And "scratch" is in front with a live editor
      And the user has put the caret after "one" in "scratch"
      When the client asks for the selection
      Then the reply has
        | field   | is   |
        | text    | ""   |
        | isEmpty | true |
      And the selection is a caret

    @SEL-007
    Scenario: A selection
      Given a new tab "scratch" holding "one two"
      And "scratch" is in front with a live editor
      And the user has selected "two" in "scratch"
      When the client asks for the selection
      Then the reply field "text" is "two"
      And the range of the reply has its ends in order

    @SEL-008
    Scenario: A selection dragged backwards
      Given a new tab "scratch" holding "one two"
      And "scratch" is in front with a live editor
      And the user has selected "two" in "scratch" backwards
      When the client asks for the selection
      Then the reply field "text" is "two"
      And the range of the reply has its ends in order

    @SEL-014
    Scenario: Asking changes nothing
      Given a new tab "scratch" holding "text"
      And "scratch" is in front with a live editor
      And everything is noted
      When the client asks for the selection
      Then the call succeeds
      And nothing has changed

    @SEL-015
    Scenario: In a read-only document
      Given a new tab "scratch" holding "one two"
      And "scratch" is in front with a live editor
      And the user has selected "two" in "scratch"
      And the user has made "scratch" read-only
      When the client asks for the selection
      Then the reply field "text" is "two"

    @SEL-070
    Scenario: In a workflow
      Given an open folder with ".github/workflows/ci.yml" holding "on: push\njobs: {}\n"
      And the client has opened ".github/workflows/ci.yml" in front
      And ".github/workflows/ci.yml" is in front with a live editor
      And the user has selected "push" in ".github/workflows/ci.yml"
      When the client asks for the selection
      Then the reply has
        | field | is              |
        | text  | "push"          |
        | mode  | "source"        |
        | kind  | "yaml-workflow" |

    @SEL-074
    Scenario: A long selection
      Given a new tab "scratch"
      And the client has written a text of 200000 bytes to "scratch"
      And "scratch" is in front with a live editor
      And the user has selected everything in "scratch"
      When the client asks for the selection
      Then the selection is the whole text of "scratch" or says that it is truncated

  Rule: Only the tab in front has a selection

    @SEL-009
    Scenario: Its id may be given
      Given a new tab "scratch" holding "text"
      And "scratch" is in front with a live editor
      When the client asks for the selection of "scratch"
      Then the reply field "tabId" is the tab "scratch"

    @SEL-010
    Scenario: The id of another tab is refused
      Given a new tab "first" holding "one"
      And a new tab "second" holding "two"
      And "second" is in front with a live editor
      When the client asks for the selection of "first"
      Then the call is refused with INVALID_TAB
      And "second" is the active tab of its window

    @SEL-073
    Scenario: After switching it is the other tab
      Given a new tab "first" holding "one"
      And a new tab "second" holding "two"
      And "second" is in front with a live editor
      And "first" is in front with a live editor
      When the client asks for the selection
      Then the reply field "tabId" is the tab "first"

    @SEL-012
    Scenario Outline: Without any tab
      Given every tab is closed
      When the client calls <call> with <args>
      Then the call is refused with INVALID_TAB
      And no window has a tab

      Examples:
        | call          | args             |
        | selection.get | {}               |
        | selection.set | {"content": "x"} |

    @SEL-013
    Scenario Outline: A tab without an editor
      Given an open folder with "notes.md" holding "text"
      And the user views "notes.md" without an editor
      And "notes.md" is in front
      When the client calls <call> with <args>
      Then the call is refused with <code>
      And on disk "notes.md" still holds "text"

      Examples:
        | call          | args             | code      |
        | selection.get | {}               | NO_EDITOR |

    @SEL-013
    Scenario: Nothing can be replaced without an editor
      Given an open folder with "notes.md" holding "text"
      And the user views "notes.md" without an editor
      And "notes.md" is in front
      When the client replaces the selection with "x"
      Then the call is refused with NO_EDITOR, or with READ_ONLY where a viewer is read-only
      And on disk "notes.md" still holds "text"

    @SEL-071
    Scenario: Another tab comes before the missing editor
      Given an open folder with "notes.md" holding "text"
      And a new tab "scratch" holding "one"
      And the user views "notes.md" without an editor
      And "notes.md" is in front
      When the client asks for the selection of "scratch"
      Then the call is refused with INVALID_TAB
      And "scratch" still reads "one"

    @SEL-071
    Scenario: The missing editor comes before a wrong revision
      Given an open folder with "notes.md" holding "text"
      And the user views "notes.md" without an editor
      And "notes.md" is in front
      When the client calls selection.set with {"content": "x", "expected_revision": "rev-00000000"}
      Then the call is refused with NO_EDITOR, or with READ_ONLY where a viewer is read-only
      And on disk "notes.md" still holds "text"
