import { RestError } from '../errors.ts';

/** The possible faults of a connection to a live site, with the status and the message of the answer. */
const FAULTS = {
  address: [400, 'This is not the address of a website. Enter it as in the browser, such as https://example.com.'],
  insecure: [400, 'This address is not encrypted. Use https.'],
  private: [403, 'This site is on your own network. Confirm that, then try again.'],
  network: [403, 'The address now leads to another network than before. Nothing was sent. Connect the site again.'],
  forbidden_network: [403, 'This address belongs to no website: programs reserve it for themselves. Nothing was sent.'],
  none: [409, 'No live site is connected. Connect one first.'],
  asleep: [
    409,
    'The password of the live site was not entered on this computer. Nothing was sent. Connect the site here, with its password.',
  ],
  running: [409, 'A check, pull or push is running. Wait for its end, or end it.'],
  interrupted: [503, 'The program ended while this was running. Nothing is lost; resume it.'],
  offline: [503, 'The site cannot be reached. Nothing was changed; try again when this computer is online.'],
  certificate: [502, 'The certificate of the site is not valid, so nothing was sent. Ask its host.'],
  slow: [504, 'The site did not answer in time. Nothing is lost; try again.'],
  left: [503, 'The request was cancelled.'],
  redirect: [502, 'The site answers from another address. Connect it under that address.'],
  page: [502, 'A login or firewall page answered instead of the REST API. Ask the host of the site to let it through.'],
  answer: [502, 'The site gave an answer that cannot be read. Nothing was changed.'],
  rest: [502, 'No REST API was found at this address. Is this a WordPress site, and is its REST API switched on?'],
  password: [502, 'The site does not accept this. Copy the whole password, without the name.'],
  // A real site answers the same for a wrong password and for one removed by its host.
  hidden: [
    502,
    'The site does not accept this. Copy the whole password, without the name. If it is right, this site hides the Authorization header; ask the host.',
  ],
  rights: [502, 'This user may not edit anything on the site. Use the password of an editor or an administrator.'],
  busy: [503, 'The site has too much to do. Nothing is lost; try again later.'],
  refused: [502, 'The site refused a request that this user should be able to make. Nothing was changed.'],
  file: [500, 'A file of this computer could not be read, so it was not sent. Nothing was changed.'],
  rights_lost: [
    502,
    'This user may not do on the site any more what it could before, so the push was stopped. Nothing is lost. Give the rights back, or connect another user, then go on.',
  ],
  languages: [
    502,
    'The site shows no languages any more; Polylang may be switched off there. Nothing was changed. Switch it on, then try again. If it is off for good, disconnect the site and connect it again.',
  ],
  large: [502, 'The site sent more than an answer may hold. Nothing was changed.'],
} as const satisfies Record<string, readonly [status: number, text: string]>;

export type LiveFault = keyof typeof FAULTS;

/**
 * A failed connection to a live site, as `polydesk_live_KIND`. Contains nothing from the site's answers, and no password.
 *
 * @param data added to `data` of the answer, such as the address a site answers from
 */
export function liveFault(kind: LiveFault, data: Record<string, string> = {}): RestError {
  const [status, text] = FAULTS[kind];
  return new RestError(`polydesk_live_${kind}`, text, status, { data });
}
