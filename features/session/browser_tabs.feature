@core
Feature: Browser tabs in the state
  A browser tab is no document: it has an address instead of a text, and the
  address says no more than a client may know.

  @SES-049 @SES-050 @SES-051 @human-tabs
  Scenario: A human tab shows its origin and nothing that is secret
    Given the user has opened the page "http://user:pw@127.0.0.1:9/a?token=1#k"
    When the client asks for the state
    Then the call succeeds
    And the state shows "the page" with kind "browser"
    And the state shows "the page" with id a non-empty string
    And the state shows "the page" with active a boolean
    And the state shows "the page" with loading a boolean
    And the state shows "the page" with revision absent
    And the state shows "the page" with automationMode "human"
    And the state shows "the page" with title absent
    And the state shows "the page" with url "http://127.0.0.1:9"

  @DOC-065 @human-tabs
  Scenario Outline: Document actions do not take a browser tab
    Given the user has opened the page "about:blank"
    When the client calls <call> with <args>
    Then the call is refused with INVALID_TAB
    And the state lists "the page"

    Examples:
      | call           | args                                            |
      | document.read  | {"tabId": "the tab of the page"}                |
      | document.write | {"tabId": "the tab of the page", "content": ""} |

  @WSP-147 @human-tabs
  Scenario Outline: A browser tab cannot be saved
    Given an open folder
    And the user has opened the page "about:blank"
    When the client calls <call> with <args>
    Then the call is refused with INVALID_TAB
    And on disk there is no "page.md"

    Examples:
      | call              | args                                                                    |
      | workspace.save    | {"tabId": "the tab of the page"}                                        |
      | workspace.save_as | {"tabId": "the tab of the page", "filePath": "the path of page.md"}     |

  @WSP-146 @human-tabs
  Scenario: A browser tab can be closed
    Given the user has opened the page "about:blank"
    When the client closes "the page"
    Then the reply field "closed" is true
    And the state does not list "the page"
