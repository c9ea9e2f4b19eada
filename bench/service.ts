/** What is measured: a service that answers what cases ask, and the peers that can be started as one. */
/** What a client wants of the list, in the names of our own parameters; none is the default page. */
export type Ask = Readonly<Record<string, string | number>>;

/** What is measured in one go. */
export interface Case {
  /** How it is named on the command line. */
  readonly name: string;
  readonly title: string;
  /** Taken in turn. */
  readonly asks: readonly Ask[];
  /** Whether no URL may come twice, so that nothing is answered from a cache of finished pages. */
  readonly isDistinct: boolean;
  /** Whether the client has the page already and sends its tag. */
  readonly isConditional: boolean;
}

/** A page as all services should have it. */
export interface Page {
  readonly count: number;
  readonly next: string | null;
  readonly previous: string | null;
  readonly results: readonly Readonly<Record<string, string | number>>[];
}

export interface Service {
  readonly name: string;
  readonly origin: string;
  /** Where it listens for a case, if that is not always the same. */
  originOf?(tested: Case): string;
  /** Path and query of what is asked; null where it has no such thing. */
  pathOf(ask: Ask): string | null;
  /** Reads an answer that has a form of its own, as far as that goes. */
  readPage?(response: Response): Promise<Page>;
  /** Its processes, without their children. */
  readonly pids: readonly number[];
}

/** What a peer needs to start. */
interface PeerOptions {
  readonly folder: string;
  readonly cleanup: AsyncDisposableStack;
  /** The core of whatever answers. */
  readonly cores: string;
  readonly ours: Service;
  readonly cases: readonly Case[];
  /** The loaded PostgreSQL, started when the first peer asks for it. */
  openDatabase(): Promise<Database>;
}

/** A PostgreSQL with one table `teacher` of the nine fields. */
export interface Database {
  readonly port: number;
  readonly pid: number;
}

export interface Peer {
  readonly name: string;
  /** What it is, for the head of the table. */
  readonly describe: () => string;
  /** Whether it is started for directories of over a million teachers too. */
  readonly anySize: boolean;
  /** Throws where it can't be installed or started. */
  start(options: PeerOptions): Promise<Service>;
}

/** Path and query in our own parameters, which most peers share. */
export function pathOf(ask: Ask): string {
  const query = new URLSearchParams(Object.entries(ask).map(([name, value]) => [name, String(value)])).toString();
  return query === "" ? "/teachers/" : `/teachers/?${query}`;
}
