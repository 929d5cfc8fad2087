// A source file as the rules see it: its imports, and its code without comments.
import ts from 'typescript';

export interface Import {
  from: string;
  /** Gone after compilation: `import type`, `export type`, `import('x').T`. */
  isType: boolean;
}

export interface Source {
  path: string;
  imports: Import[];
  /** The text with comments blanked, so that a comment may name what the code may not do. */
  code: string;
}

/** Reads a TypeScript file, or the scripts of a Svelte component together with its template. */
export function readSource({ path, text }: { path: string; text: string }): Source {
  const isComponent = path.endsWith('.svelte');
  const template = isComponent ? text.replace(/<!--[\s\S]*?-->/g, '') : '';
  const scripts = isComponent
    ? [...template.matchAll(/<script[^>]*>([\s\S]*?)<\/script>/g)].map((hit) => hit[1] ?? '')
    : [text];
  const trees = scripts.map((script) =>
    ts.createSourceFile(path, script, ts.ScriptTarget.Latest, false, ts.ScriptKind.TS),
  );
  const markup = template.replace(/(<script[^>]*>)[\s\S]*?(<\/script>)/g, '$1$2');
  return { path, imports: trees.flatMap(importsOf), code: [...trees.map(withoutComments), markup].join('\n') };
}

function importsOf(tree: ts.SourceFile): Import[] {
  const found: Import[] = [];
  const add = (name: ts.Node | undefined, isType: boolean) => {
    if (name && ts.isStringLiteralLike(name)) found.push({ from: name.text, isType });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) add(node.moduleSpecifier, isTypeClause(node.importClause));
    else if (ts.isExportDeclaration(node)) add(node.moduleSpecifier, node.isTypeOnly);
    else if (ts.isImportTypeNode(node))
      add(ts.isLiteralTypeNode(node.argument) ? node.argument.literal : undefined, true);
    else if (ts.isCallExpression(node) && isImportCall(node.expression)) add(node.arguments[0], false);
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return found;
}

function isTypeClause(clause: ts.ImportClause | undefined): boolean {
  if (!clause) return false;
  if (clause.phaseModifier === ts.SyntaxKind.TypeKeyword) return true;
  const named = clause.namedBindings;
  return !clause.name && !!named && ts.isNamedImports(named) && named.elements.every((element) => element.isTypeOnly);
}

function isImportCall(callee: ts.Expression): boolean {
  return callee.kind === ts.SyntaxKind.ImportKeyword || (ts.isIdentifier(callee) && callee.text === 'require');
}

function withoutComments(tree: ts.SourceFile): string {
  const { text } = tree;
  const marks = [...text.matchAll(/\/[/*]/g)].map(({ index }) => index);
  const hasMark = ({ pos, end }: ts.Node): boolean => marks.some((at) => at >= pos && at < end);
  const ends = new Map<number, number>();
  const note = (ranges: ts.CommentRange[] | undefined): void => {
    for (const { pos, end } of ranges ?? []) ends.set(pos, end);
  };
  const visit = (node: ts.Node): void => {
    if (!ts.isTemplateMiddleOrTemplateTail(node)) note(ts.getLeadingCommentRanges(text, node.pos));
    note(ts.getTrailingCommentRanges(text, node.end));
    // Taking a node apart into its tokens costs the most.
    if (hasMark(node)) node.getChildren(tree).forEach(visit);
  };
  visit(tree);
  let [code, at] = ['', 0];
  for (const [pos, end] of [...ends].toSorted(([one], [other]) => one - other)) {
    code += text.slice(at, pos) + ' '.repeat(end - pos);
    at = end;
  }
  return code + text.slice(at);
}
