/** The types of the comparison: cases, services, and peers that can be started as services. */

/** Parameters of the list, with the names that our service uses; empty for the default page. */
export type ListQuery = Readonly<Record<string, string | number>>;

export interface Case {
  /** The name on the command line. */
  readonly name: string;
  readonly title: string;
  /** Requested in turn. */
  readonly queries: readonly ListQuery[];
  /** Whether every request has a unique URL, so that no page comes from a page cache. */
  readonly hasUniqueUrls: boolean;
  /** Whether requests have an If-None-Match header with the current ETag. */
  readonly isConditional: boolean;
}

/** The page envelope of the specification. */
export interface Page {
  readonly count: number;
  readonly next: string | null;
  readonly previous: string | null;
  readonly results: readonly Readonly<Record<string, string | number>>[];
}

export interface Service {
  readonly name: string;
  readonly origin: string;
  /** The origin for a case, if it depends on the case. */
  originOf?(tested: Case): string;
  /** The path with the query; null if the service does not support it. */
  pathOf(query: ListQuery): string | null;
  /** Converts a response in another format to our page. Its links are null. */
  readPage?(response: Response): Promise<Page>;
  /** Its processes, without their children. */
  readonly pids: readonly number[];
}

interface PeerOptions {
  readonly folder: string;
  readonly cleanup: AsyncDisposableStack;
  /** The core for the processes of the peer. */
  readonly cores: string;
  readonly ownService: Service;
  readonly cases: readonly Case[];
  /** The loaded PostgreSQL, which the first call starts. */
  openDatabase(): Promise<Database>;
}

/** A PostgreSQL with one table `teacher` of the nine fields. */
export interface Database {
  readonly port: number;
  readonly pid: number;
}

export interface Peer {
  readonly name: string;
  /** Names and versions of its software, for the report. */
  readonly describe: () => string;
  /** Whether it is also started for more than a million teachers. */
  readonly anySize: boolean;
  /** Throws if it can't be installed or started. */
  start(options: PeerOptions): Promise<Service>;
}

/** The path with the query in our parameters, which most peers share. */
export function pathOf(query: ListQuery): string {
  const text = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)])).toString();
  return text === "" ? "/teachers/" : `/teachers/?${text}`;
}
