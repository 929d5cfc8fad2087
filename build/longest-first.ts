import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Short files that run long. Without data from a previous run, vitest estimates the duration by file size. */
const LONG = [
  /test\/e2e\/sweep\/(even|odd)\.test/,
  /test\/e2e\/(hostile\/hostile|frame\/cut-off)\.test/,
  /test\/e2e\/tasks\/\w+\.test/,
  /test\/e2e\/(editor\/(editor|writing)|kept\/(typed|property|forms)|server\/opening|content\/fixture)\.test/,
  /test\/e2e\/(transfer\/transfer|site\/languages-more)\.test/,
  /test\/contract\/contract\.test/,
  /test\/(transfer|reliability)\/kill\.test/,
];

/** The order of test files: in each project the slowest come first, so that no worker ends up alone with one. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const byProject = Map.groupBy(await super.sort(files), ({ project }) => project);
    return [...byProject.values()].flatMap((own) => own.toSorted((a, b) => place(a) - place(b)));
  }
}

function place({ moduleId }: TestSpecification): number {
  const at = LONG.findIndex((file) => file.test(moduleId));
  return at < 0 ? LONG.length : at;
}
