@core @source-mode
Feature: Positions in source mode
  In source mode a position counts UTF-16 code units of the text, line breaks
  as one, and the selected text is the raw slice.

  @SEL-031 @SEL-034
  Scenario: The raw slice
    Given a new tab "scratch" holding "# Title\n\nsome **bold** words\n"
    And "scratch" is in front with a live editor
    And "scratch" is in source mode
    And the user has selected "**bold**" in "scratch"
    When the client asks for the selection
    Then the reply field "text" is "**bold**"
    And the reply field "mode" is "source"
    And the selected text is the slice of "scratch" by the range

  @SEL-032 @SEL-034
  Scenario: An emoji counts two
    Given a new tab "scratch" holding "a😀b word"
    And "scratch" is in front with a live editor
    And "scratch" is in source mode
    When the user selects "word" in "scratch"
    Then the selection is "word" from 5 to 9
    And the selected text is the slice of "scratch" by the range

  @SEL-033
  Scenario: A line break counts one
    Given an open folder with "dos.md" holding "one\r\ntwo\r\n"
    And the client has opened "dos.md" in front
    And "dos.md" is in front with a live editor
    And "dos.md" is in source mode
    When the user selects "two" in "dos.md"
    Then the selection is "two" from 4 to 7

  @SEL-034
  Scenario: Everything
    Given a new tab "scratch" holding "漢字 😀\ne\u0301nd\n"
    And "scratch" is in front with a live editor
    And "scratch" is in source mode
    And the user has selected everything in "scratch"
    When the client asks for the selection
    Then the reply field "isEmpty" is false
    And the selected text is the slice of "scratch" by the range

  @SEL-076
  Scenario: The caret of an empty document
    Given a new tab "scratch"
    And "scratch" is in front with a live editor
    When the user switches "scratch" to source mode
    Then the selection is a caret at 0
