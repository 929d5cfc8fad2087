import * as v from 'valibot';
import { needs } from '../../rest/permit.ts';
import { endpoint, type RouteTable } from '../../rest/route.ts';
import { ItemUnit, UnitsPatch, UnitsQuery } from '../../schema/desk/units.ts';
import { unitsOfItem, writeUnits } from '../../transfer/handoff/item-units.ts';

/** The texts of an item, one by one, for programs that translate (`contract/extras.md`). */
export const unitRoutes = {
  '/polydesk/v1/units/{kind}/{id}': {
    GET: endpoint({
      summary: 'The texts of an item with their translations into a language.',
      args: UnitsQuery,
      answers: v.array(ItemUnit),
      permit: needs('edit_others', 'rest_forbidden', 'Only an editor can read the texts of an item.'),
      run: (site, asked) => ({ body: unitsOfItem(site, asked) }),
    }),
    PATCH: endpoint({
      summary: 'Writes translations of single texts; a missing version is started as a draft.',
      args: UnitsPatch,
      answers: v.array(ItemUnit),
      traits: { batch: true },
      permit: needs('edit_others', 'rest_forbidden', 'Only an editor can write the texts of an item.'),
      run: (site, asked, { caller }) => writeUnits(site, asked, caller),
    }),
  },
} satisfies RouteTable;
