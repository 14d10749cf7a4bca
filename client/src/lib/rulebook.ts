import { Marked, type Tokens } from "marked";
import { ruleLink } from "./rulelink";

/**
 * The rules of a room as a page.  RULES.md numbers its rules in two ways: an item of a list that
 * begins with the number in bold, and a table whose first column is the number.  Both become items
 * with an anchor, the examples beside them; every other mention of a number becomes a link.
 */
export type Example = { href: string; title: string };
export type Chapter = { id: string; title: string; depth: number };
export type Book = { html: string; chapters: Chapter[]; rules: string[] };

const NUMBER = /^[A-Z]+-A?\d+$/;
const MENTION = /\b[A-Z]+-A?\d+\b/g;

export function printed(
  text: string,
  examples: (rule: string) => Example[],
  words: { examples: string; table: string },
): Book {
  const rules = numbers(text);
  const known = new Set(rules);
  const chapters: Chapter[] = [];

  function shown(rule: string): string {
    const found = examples(rule);
    if (!found.length) return "";
    const list = found.map((one) => `<li><a href="${one.href}">${escape(one.title)}</a></li>`);
    const summary = `<summary>${escape(words.examples)} <span>${found.length}</span></summary>`;
    return `<details class="examples">${summary}<ul>${list.join("")}</ul></details>`;
  }
  function item(rule: string, inside: string): string {
    const anchor = `<a class="number" data-rule="${rule}" href="${ruleLink(rule)}">${rule}</a>`;
    return `<li id="${rule}" class="rule" tabindex="-1">${anchor} ${inside}${shown(rule)}</li>\n`;
  }
  function mentions(html: string): string {
    return html.replace(MENTION, (rule) =>
      known.has(rule) ? `<a data-rule="${rule}" href="${ruleLink(rule)}">${rule}</a>` : rule,
    );
  }

  const marked = new Marked({
    renderer: {
      heading({ tokens, depth }) {
        const title = this.parser.parseInline(tokens);
        if (depth === 1) return ""; // the page has its own
        const id = `chapter-${chapters.length + 1}`;
        chapters.push({ id, title: title.replace(/<[^>]+>/g, ""), depth });
        return `<h${depth} id="${id}" tabindex="-1">${title}</h${depth}>\n`;
      },
      listitem(entry) {
        const [first, ...rest] = entry.tokens;
        const rule = first && "tokens" in first ? numbered(first.tokens) : null;
        if (!rule) return `<li>${this.parser.parse(entry.tokens, entry.loose)}</li>\n`;
        const line = this.parser.parseInline((first as Tokens.Text).tokens!.slice(1));
        return item(rule, line.trim() + this.parser.parse(rest, entry.loose));
      },
      table({ header, rows }) {
        const cell = (one: Tokens.TableCell) => this.parser.parseInline(one.tokens);
        if (rows.every((row) => NUMBER.test(row[0]?.text ?? ""))) {
          const items = rows.map((row) => item(row[0]!.text, ruling(row.slice(1).map(cell))));
          return `<ul class="rulings">${items.join("")}</ul>`;
        }
        const head = header.map((one) => `<th scope="col">${cell(one)}</th>`).join("");
        const body = rows.map(
          (row) => `<tr>${row.map((c) => `<td>${cell(c)}</td>`).join("")}</tr>`,
        );
        const inside = `<thead><tr>${head}</tr></thead><tbody>${body.join("")}</tbody>`;
        const frame = `class="wide" tabindex="0" role="group" aria-label="${escape(words.table)}"`;
        return `<div ${frame}><table>${inside}</table></div>`;
      },
      text(token) {
        if ("tokens" in token && token.tokens) return this.parser.parseInline(token.tokens);
        return mentions("escaped" in token && token.escaped ? token.text : escape(token.text));
      },
    },
  });
  return { html: marked.parse(text, { async: false }), chapters, rules };
}

/** The question, the answer, and what it rests on. */
function ruling([question = "", answer = "", source = ""]: string[]): string {
  const rests = source ? `<p class="source">${source}</p>` : "";
  return `<strong>${question}</strong><p>${answer}</p>${rests}`;
}

function numbered(tokens: Tokens.Generic[] | undefined): string | null {
  const first = tokens?.[0];
  return first?.type === "strong" && NUMBER.test(first.text as string) ? first.text : null;
}

/** Every number that has a place of its own, in order. */
export function numbers(text: string): string[] {
  const found = text.matchAll(/^(?:[*-] \*\*([A-Z]+-A?\d+)\*\*|\| ?([A-Z]+-A?\d+) ?\|)/gm);
  return [...found].map(([, listed, ruled]) => (listed ?? ruled)!);
}

function escape(text: string): string {
  const signs: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
  return text.replace(/[&<>"]/g, (sign) => signs[sign]!);
}
