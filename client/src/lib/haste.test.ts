import { expect, it } from "vitest";
import { hasteFor, keepHaste, keptHaste } from "./haste";
import { stored } from "./stored";
import type { ReadyTable } from "./wire.gen";

const ready = (haste: ReadyTable["haste"]) => ({ haste }) as ReadyTable;

it("keeps what was chosen last, for tables that ask for nothing else", () => {
  expect(keptHaste()).toBe("normal");
  keepHaste("quick");
  expect(hasteFor(ready("normal"))).toBe("quick");
  expect(hasteFor(ready("slow"))).toBe("slow");
  expect(hasteFor(ready("normal"), "once")).toBe("once");
});
it("takes no word for a speed that is none", () => {
  stored.set("haste", "toString");
  expect(keptHaste()).toBe("normal");
});
