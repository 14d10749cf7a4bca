"""Bots on the page: who they are, how strong, what they would do, and what they thought."""

import re

from playwright.sync_api import expect

from parlour.bots.characters import name_in, names
from tests.browser.people import SHORT_KINGS, People, among_bots, play_on
from tools.house import House


def test_bots_are_chosen_by_level_and_temper_and_are_somebody(house: House, people: People) -> None:
    anna = people.comes("ru").go("/new/kings")
    anna.page.get_by_label("Ваше имя").fill("Анна")
    anna.page.get_by_label("Место 2", exact=True).select_option("bot")
    anna.page.get_by_label("Место 2: Как играют боты").select_option("hard")
    anna.page.get_by_label("Место 2: Нрав").select_option("sly")
    expect(anna.page.locator(".kind").first).to_contain_text("лучшие ходы в уме")
    anna.is_clean()
    anna.press("Открыть стол")
    seat = anna.page.locator(".lobby .seat").nth(1)
    expect(seat).to_contain_text("бот: сильный, хитрый")
    expect(seat.locator("svg[data-face]")).to_have_count(1)
    table = house.ask(f"/tables/{anna.page.url.rsplit('/', 1)[1]}")
    name = table["seats"][1]["name"]
    assert name in names()
    expect(seat.locator("strong")).to_have_text(name_in(name, "ru"))
    seat.locator("select").first.select_option("easy")
    expect(seat).to_contain_text("бот: лёгкий, хитрый")
    anna.is_clean()


def test_a_hint_says_what_and_why_and_the_replay_what_else_there_was(
    house: House, people: People
) -> None:
    table, key = house.table("kings", 2, options=SHORT_KINGS)
    anna = people.comes().go(f"/t/{table}#{key}")
    expect(anna.page.locator(".ask.mine")).to_be_visible()
    anna.press("^Hint")
    expect(anna.page.locator(".ask .word")).to_contain_text(re.compile(r"better|good|close"))
    anna.is_clean()
    play_on([anna])
    anna.go(f"/t/{table}/replay/1#2")
    anna.press("^Thoughts")
    expect(anna.page.locator(".thoughts h2")).to_contain_text("could choose")
    expect(anna.page.locator(".thoughts .made")).to_have_count(1)
    anna.is_clean()


def test_who_is_who_by_one_seats_lights_has_room_on_a_phone(house: House, people: People) -> None:
    """A colour means the same role in every row, and no figure is cut off."""
    table = among_bots(house, "bang", 5)
    anna = people.comes("ru").go(f"/t/{table}")
    expect(anna.page.locator("#end-title")).to_be_visible()
    anna.go(f"/t/{table}/replay/1#9")
    anna.press("^Мысли")
    parts = anna.page.locator(".thoughts .part")
    expect(parts.first).to_be_visible()
    assert parts.evaluate_all("all => all.every((one) => one.scrollWidth <= one.clientWidth)")
    told = parts.evaluate_all(
        "all => all.map((one) => [one.title.replace(/ [0-9]+ %$/, ''), one.className])"
    )
    assert len({kind for _, kind in told}) == len({role for role, _ in told})
    assert len({(role, kind) for role, kind in told}) == len({role for role, _ in told})
    legend = anna.page.locator(".thoughts .legend").inner_text()
    assert all(role in legend for role, _ in told)


def test_where_the_bar_has_no_room_the_menu_has_the_hint(house: House, people: People) -> None:
    """With large letters, and in a series on a phone."""
    series = {"form": "games", "number": 2}
    table, key = house.table("kings", 2, options=SHORT_KINGS, series=series)
    anna = people.comes().go(f"/t/{table}#{key}")
    expect(anna.page.locator(".ask.mine")).to_be_visible()
    expect(anna.page.locator(".bar").get_by_role("button", name="Hint")).to_have_count(0)
    anna.press("Menu")
    anna.page.get_by_role("dialog").get_by_role("button", name="Hint").click()
    expect(anna.page.locator(".ask .word")).to_contain_text(re.compile(r"better|good|close"))
