"""Every screen fits: what a person needs now is on screen, whole and not covered, at every size.

What is needed is marked in the components: `data-need` is one's own life, purse or mines, the hand,
the question, its choices and whose turn it is; what can be picked on the board is `.open`.  A list
may scroll if it shows on which side there is more of it (`data-more`, lib/more.ts).
"""

from collections.abc import Iterator
from typing import Final

import pytest
from playwright.sync_api import expect

from parlour.games import all_games
from tests.browser.length import part
from tests.browser.people import People, Person, among_bots
from tools.house import House
from tools.patience import Patience

GAMES = sorted(all_games())
LANGUAGES: Final = ("en", "ru")
SIZES: Final = (
    (360, 640, 100),
    (390, 664, 100),
    (390, 844, 100),
    (390, 844, 200),
    (844, 390, 100),
    (768, 1024, 100),
    (1280, 800, 100),
    (1920, 1080, 100),
)
"""Width, height and the size of text in per cent."""

LATER: Final = 8
"""So many clicks are made before the second look."""

AT_REST: Final = """async () => {
  const boxes = () => [...document.querySelectorAll("[data-need], .open, .sheet, .btn")]
    .map((one) => { const b = one.getBoundingClientRect(); return [b.x, b.y, b.width, b.height]; })
    .join();
  const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  for (let before = "", same = 0; same < 3; ) {
    await frame();
    const now = boxes();
    same = now === before ? same + 1 : 0;
    before = now;
  }
}"""
"""Nothing on the page moves any more: three frames alike."""

AMISS: Final = """() => {
  const SLACK = 2;
  const width = document.documentElement.clientWidth;
  const wrong = [];
  const shown = (one) => one.checkVisibility({ visibilityProperty: true });
  const words = (one) => (one.ariaLabel ?? one.innerText).slice(0, 40);
  const named = (one) => `${one.dataset.need ?? "open"} <${one.className}> ${words(one)}`;
  const inside = (box, frame) =>
    box.left >= frame.left - SLACK && box.right <= frame.right + SLACK &&
    box.top >= frame.top - SLACK && box.bottom <= frame.bottom + SLACK;
  const sheet = document.querySelector("dialog:modal");
  const idle = (one) => one.closest("[inert]") || (sheet && !sheet.contains(one));
  const screen = { left: 0, top: 0, right: width, bottom: innerHeight };

  function clipped(one) {
    let box = one.getBoundingClientRect();
    const atOnce = ["question", "do"].includes(one.dataset.need);
    for (let at = one.parentElement; at; at = at.parentElement) {
      if (getComputedStyle(at).overflow === "visible") continue;
      if (inside(box, at.getBoundingClientRect())) continue;
      if (!at.dataset.more || atOnce) return `cut off by <${at.className}>`;
      one.scrollIntoView({ block: "nearest", inline: "nearest" });
      box = one.getBoundingClientRect();
      const frame = at.getBoundingClientRect();
      if (!inside(box, frame)) return `cannot be scrolled into <${at.className}>`;
    }
    return inside(box, screen) ? "" : "off the screen";
  }
  function covered(one) {
    const box = one.getBoundingClientRect();
    let free = 0;
    for (const [x, y] of [[.5, .5], [.2, .5], [.8, .5], [.5, .2], [.5, .8], [.1, .3]]) {
      const hit = document.elementFromPoint(box.left + box.width * x, box.top + box.height * y);
      const list = one.closest("li, .spot")?.parentElement ?? one.parentElement;
      if (!hit || one.contains(hit) || hit.contains(one)) free += 1;
      else if (!one.parentElement.contains(hit) && !list.contains(hit))
        return `covered by <${hit.className.baseVal ?? hit.className}>`;
    }
    return free ? "" : "covered by its neighbours";
  }
  function overlap(a, b) {
    const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
    const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
    return wide > SLACK && high > SLACK ? `${Math.round(wide)}x${Math.round(high)}` : "";
  }
  const people = [...document.querySelectorAll(".felt [data-seat]")].filter(shown).map((one) => ({
    one,
    // A face that one looks at is magnified over its neighbours, as long as one does.
    boxes: [one, ...one.querySelectorAll("[data-tag], .counts, :not(.looked) > .face")]
      .map((part) => part.getBoundingClientRect()),
  }));
  people.forEach((a, k) => {
    for (const b of people.slice(k + 1)) {
      if (a.one.contains(b.one) || b.one.contains(a.one)) continue;
      if (a.one.closest(".felt") !== b.one.closest(".felt")) continue;  // one is in the book
      const found = a.boxes.flatMap((x) => b.boxes.map((y) => overlap(x, y))).find(Boolean);
      if (found) wrong.push(`${words(a.one)} and ${words(b.one)} lie on one another: ${found}`);
    }
  });
  for (const one of document.querySelectorAll("[data-need], .felt .open")) {
    if (!shown(one) || idle(one)) continue;
    const told = clipped(one) || covered(one);
    if (told) wrong.push(`${named(one)}: ${told}`);
  }
  for (const one of document.querySelectorAll(".question, .btn")) {
    if (!shown(one) || idle(one)) continue;
    if (one.scrollWidth > one.clientWidth + SLACK || one.scrollHeight > one.clientHeight + SLACK)
      wrong.push(`${named(one)}: its words do not fit`);
    const box = one.getBoundingClientRect();
    if (box.left < -SLACK || box.right > width + SLACK) wrong.push(`${named(one)}: off the side`);
  }
  const NAMES = ".felt [data-tag] .name, .felt .piles .name, .plaque .sub, .bar .title";
  for (const one of document.querySelectorAll(NAMES)) {
    // Beside five buttons in letters twice as large there is no room for a title.
    if (!shown(one) || (one.matches(".title") && one.clientWidth < 64)) continue;
    const over = one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 3;
    if (over) wrong.push(`${one.innerText}: the name is cut short`);
  }
  const within = [
    [".plaque .held", ".plaque"], [".mine .pips", ".mine"], [".looked > .face", ".hall"],
    [".sees", ".hall"], [".plaque .far", ".felt .board"],
  ];
  for (const [part, frame] of within) for (const one of document.querySelectorAll(part)) {
    const around = one.closest(frame);
    if (!shown(one) || !around) continue;
    if (!inside(one.getBoundingClientRect(), around.getBoundingClientRect()))
      wrong.push(`${named(one)}: sticks out of <${frame}>`);
  }
  const apart = [
    [".call", ".pile [data-card]:last-child b", ".person"], [".call b", ".pile *", ".person"],
    [".pips", ".value", ".mine"],
    [".aim svg", ".held", ".plaque"],
  ];
  for (const [part, other, around] of apart) for (const one of document.querySelectorAll(part)) {
    if (!shown(one)) continue;
    for (const by of one.closest(around)?.querySelectorAll(other) ?? []) {
      const found = shown(by) && overlap(one.getBoundingClientRect(), by.getBoundingClientRect());
      if (found) wrong.push(`${named(one)} and <${other}> lie on one another: ${found}`);
    }
  }
  for (const card of document.querySelectorAll(".felt [data-card]")) {
    const texts = document.createTreeWalker(card, NodeFilter.SHOW_TEXT);
    for (let text; (text = texts.nextNode()); ) {
      const holder = text.parentElement;
      if (!text.data.trim() || !shown(holder) || holder.closest(".sr")) continue;
      const range = document.createRange();
      range.selectNodeContents(text);
      const box = range.getBoundingClientRect();
      for (let at = holder; card.contains(at); at = at.parentElement) {
        const edge = at.getBoundingClientRect();
        if (getComputedStyle(at).overflow === "visible") continue;
        if (box.left < edge.left || box.right > edge.right)
          wrong.push(`${card.dataset.card}: ${text.data} is cut off by <${at.className}>`);
      }
    }
  }
  for (const one of document.querySelectorAll(".end *, .over *, dialog:modal *")) {
    if (!shown(one) || one.closest("[data-more], svg *")) continue;
    const box = one.getBoundingClientRect();
    if (box.left < -SLACK || box.right > width + SLACK) wrong.push(`${named(one)}: off the side`);
  }
  for (const one of document.querySelectorAll("dialog:modal .body"))
    if (one.scrollWidth > one.clientWidth + 1) wrong.push("the drawer scrolls sideways");
  const board = document.querySelector(".board:has(.full)");
  if (board?.dataset.more) wrong.push(`the board scrolls ${board.dataset.more}`);
  if (document.documentElement.scrollWidth > width + 1) wrong.push("the page scrolls sideways");
  return wrong;
}"""
"""Whatever is needed and is cut off, off the screen or under something else."""


def sizes(person: Person, where: str) -> Iterator[str]:
    """The same page at one size after the other; in the suite at every third of them."""
    for width, height, text in part(SIZES, where, 3):
        person.page.set_viewport_size({"width": width, "height": height})
        style = "text => (document.documentElement.style.fontSize = `${text}%`)"
        person.page.evaluate(style, text)
        person.page.evaluate(AT_REST)
        yield f"{width}x{height}, text at {text} %"


def amiss(person: Person, where: str) -> list[str]:
    return [
        f"{where}, {size}: {wrong}"
        for size in sizes(person, where)
        for wrong in person.page.evaluate(AMISS)
    ]


def is_asked(person: Person) -> bool:
    """Whether the table waits for this person: then nothing on it moves."""
    patience = Patience("a question or the end")
    while not person.page.locator(".ask.mine").count():
        if person.over():
            return False
        patience.check()
        person.pause()
    return True


@pytest.mark.parametrize("game", GAMES)
def test_a_table_fits_every_screen(game: str, house: House, people: People) -> None:
    """The fullest table of each game: asked, with a thing picked, and as somebody who watches."""
    table, key = house.table(game, all_games()[game].most)
    wrong: list[str] = []
    for lang, steps in zip(LANGUAGES, (0, LATER), strict=True):
        anna = people.comes(lang).go(f"/t/{table}#{key}")
        for _ in range(steps):
            if is_asked(anna):
                anna.step()
        if is_asked(anna):
            wrong += amiss(anna, f"{game}, {lang}, asked")
            anna.step()
        if anna.page.locator(".felt .picked").count():
            wrong += amiss(anna, f"{game}, {lang}, picked")
            anna.step()
    guest = people.comes(LANGUAGES[-1]).go(f"/t/{table}")
    expect(guest.page.locator(".felt")).to_be_visible()
    wrong += amiss(guest, f"{game}, watching")
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("game", GAMES)
def test_a_small_table_fits_every_screen(game: str, house: House, people: People) -> None:
    """Few people have larger plaques: with every number of them below the most."""
    wrong: list[str] = []
    numbers = range(all_games()[game].least, all_games()[game].most)
    for number in part(numbers, game, 3):
        table, key = house.table(game, number)
        anna = people.comes(LANGUAGES[-1]).go(f"/t/{table}#{key}")
        if is_asked(anna):
            wrong += amiss(anna, f"{game}, {number} players")
    assert not wrong, "\n".join(wrong)


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_the_end_fits_every_screen(game: str, house: House, people: People) -> None:
    """With the fullest table: the end, and the replay with everything shown."""
    table = among_bots(house, game, all_games()[game].most)
    wrong: list[str] = []
    for lang in LANGUAGES:
        guest = people.comes(lang).go(f"/t/{table}")
        expect(guest.page.locator("#end-title")).to_be_visible()
        wrong += amiss(guest, f"{game}, {lang}, end")
        settled(guest, f"/t/{table}/replay/1#end", ".felt")
        wrong += amiss(guest, f"{game}, {lang}, replay")
    assert not wrong, "\n".join(wrong)


def settled(person: Person, path: str, waits_for: str) -> None:
    person.go(path)
    expect(person.page.locator(waits_for).first).to_be_visible()
    person.page.evaluate("document.fonts.ready")


@pytest.mark.parametrize("game", GAMES)
def test_a_lesson_fits_every_screen(game: str, house: House, people: People) -> None:
    """What to do and the table are in sight, with the text open and with the text folded away."""
    scenes = house.ask(f"/games/{game}/scenes")
    first = min(scenes, key=lambda scene: scene["course"] or len(scenes))["name"]
    wrong: list[str] = []
    for lang in LANGUAGES:
        learner = people.comes(lang)
        settled(learner, f"/learn/{game}/{first}", ".steps .on")
        wrong += amiss(learner, f"{game}, {lang}, text")
        learner.page.set_viewport_size({"width": 390, "height": 844})
        fold = learner.page.locator(".steps .fold")
        if fold.count():  # a lesson by tapping has one sentence at a time, and nothing to fold
            fold.click()
            wrong += amiss(learner, f"{game}, {lang}, folded")
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("game", GAMES)
def test_what_a_lesson_wants_done_is_in_sight(game: str, house: House, people: People) -> None:
    """Every sentence of every lesson, in the suite of one of them: nobody has to scroll for it."""
    scenes = house.ask(f"/games/{game}/scenes")
    lessons = [scene["name"] for scene in scenes if scene["course"]]
    wrong: list[str] = []
    for lang in part(LANGUAGES, game, len(LANGUAGES)):
        learner = people.comes(lang)
        for name in part(lessons, lang, len(lessons)):
            settled(learner, f"/learn/{game}/{name}", ".steps .on")
            while not learner.page.locator(".why").count():
                if learner.page.locator(".do").count():
                    wrong += amiss(learner, f"{game}, {lang}, {name}")
                if shown := learner.page.locator(".steps .on").element_handles():
                    learner.hit(shown[0])  # where time passes the lesson goes on by itself
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_the_pages_around_the_table_fit_every_screen(
    lang: str, house: House, people: People
) -> None:
    """Home, set-up, rules, lobby and evening: nothing sticks out, and every button has room."""
    guest = people.comes(lang)
    wrong: list[str] = []
    seats = [{"who": "open"}, {"who": "bot"}, {"who": "bot"}]
    table = house.ask("/tables", {"game": "kings", "name": "Anna", "seats": seats})
    evening = house.ask("/evenings", {"title": "Friday", "game": "kings", "size": 3, "bots": 6})
    for path, waits_for in (
        ("/", ".posters article"),
        (f"/new/{GAMES[-1]}", "form"),
        (f"/rules/{GAMES[-1]}", "main h1"),
        (f"/evening/new/{GAMES[0]}", "form"),
        (f"/t/{table['id']}#{table['key']}", "main ol"),
        (f"/evening/{evening['id']}#{evening['key']}", "main h2"),
        (f"/how/{GAMES[0]}", "main h1"),
        (f"/learn/{GAMES[-1]}", "main h1"),
        ("/history", "main h1"),
        ("/credits", "main h1"),
        ("/privacy", "main h1"),
    ):
        settled(guest, path, waits_for)
        wrong += amiss(guest, f"{lang}, {path.split('/')[1]}")
    assert not wrong, "\n".join(wrong)
