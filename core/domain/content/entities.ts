/** Entity names of HTML 4.01, and `apos`. */
const NAMES = new Set(
  (
    'nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy reg macr deg plusmn sup2 sup3 acute micro ' +
    'para middot cedil sup1 ordm raquo frac14 frac12 frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil ' +
    'Egrave Eacute Ecirc Euml Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave ' +
    'Uacute Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute ecirc euml ' +
    'igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash ugrave uacute ucirc uuml yacute ' +
    'thorn yuml fnof Alpha Beta Gamma Delta Epsilon Zeta Eta Theta Iota Kappa Lambda Mu Nu Xi Omicron Pi Rho Sigma Tau ' +
    'Upsilon Phi Chi Psi Omega alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho ' +
    'sigmaf sigma tau upsilon phi chi psi omega thetasym upsih piv bull hellip prime Prime oline frasl weierp image real ' +
    'trade alefsym larr uarr rarr darr harr crarr lArr uArr rArr dArr hArr forall part exist empty nabla isin notin ni ' +
    'prod sum minus lowast radic prop infin ang and or cap cup int there4 sim cong asymp ne equiv le ge sub sup nsub ' +
    'sube supe oplus otimes perp sdot lceil rceil lfloor rfloor lang rang loz spades clubs hearts diams quot amp lt gt ' +
    'apos OElig oelig Scaron scaron Yuml circ tilde ensp emsp thinsp zwnj zwj lrm rlm ndash mdash lsquo rsquo sbquo ' +
    'ldquo rdquo bdquo dagger Dagger permil lsaquo rsaquo euro'
  ).split(' '),
);

/** Escapes `&` as an entity, unless it starts a numeric or a known one (`content.md` 1.3). */
export function escapeAmpersands(text: string): string {
  return text.replace(/&(?:(#\d+|#x[0-9a-f]+|[a-z][a-z0-9]*);)?/gi, (whole, name: string | undefined) =>
    name !== undefined && (name.startsWith('#') || NAMES.has(name)) ? whole : `&amp;${whole.slice(1)}`,
  );
}

const SIGNS: Readonly<Record<string, string>> = { '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#039;' };

/** Escapes a text as the platform stores titles and taglines of sites (`live-wordpress.md` 7); entities are kept. */
export function escapeSigns(text: string): string {
  return escapeAmpersands(text).replace(/[<>"']/g, (sign) => SIGNS[sign] ?? sign);
}
