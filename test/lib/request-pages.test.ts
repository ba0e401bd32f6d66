import { libraries, synthesised } from "./libraries";

describe.each(libraries)("requestBudget for %s", (_, library) => {
  const { ContactGroup, RblmonitorProvider, requestBudget } = library.constructs;

  it.each([
    [100, undefined, 1],
    [101, undefined, 2],
    [101, 200, 1],
    [201, 200, 2],
  ])("counts the pages of a list of %i objects, with %p objects a page: %i", (count, pageSize, pages) => {
    const costs: number[] = [];
    synthesised(
      library,
      (stack) => {
        new RblmonitorProvider(stack, "rblmonitor");
        new ContactGroup(stack, "group", { name: "Operators", count });
        const report = ({ refresh }: { readonly refresh: number }) => costs.push(refresh);
        library.sdk.Aspects.of(stack).add(requestBudget({ pageSize, report }));
      },
      true,
    );
    expect(costs).toEqual([pages]);
  });
});
