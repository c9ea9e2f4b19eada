/** What a database is to the store, whichever engine it runs on. */

/** Where statements run: each with values for `$1`, `$2` …, and its rows as plain objects. */
export interface Queries {
  query<Row>(text: string, values?: readonly unknown[]): Promise<Row[]>;
}

export interface Database extends Queries {
  /** The URL as it may be shown: without a password. */
  readonly name: string;
  /** The URL that opens this very database again, password included. */
  readonly url: string;
  readonly dialect: Dialect;
  /** How long whoever follows the database waits between looks. */
  readonly pollMs: number;
  /** Not a standby, nor one that answered because those before it in the list did not. */
  readonly isFirstChoice: boolean;
  /** Runs `work` with all of its statements seeing the database at one moment. */
  read<Result>(work: (queries: Queries) => Promise<Result>): Promise<Result>;
  /** Runs `work` in a transaction that holds the only right to write, waiting up to `lockWaitMs` for it. */
  write<Result>(work: (queries: Queries) => Promise<Result>): Promise<Result>;
  /** Whether it is a standby, which may lag behind or never have got the newest. */
  isStandby(): Promise<boolean>;
  /** Has all who listen told of news as soon as the transaction of `queries` is committed, where the engine can. */
  announce(queries: Queries): Promise<void>;
  /** Calls back on news, and when a connection is lost or made again; never where the engine has none to tell. */
  listen(onNews: () => void): void;
  close(): Promise<void>;
}

/** The few pieces of SQL in which the engines differ. */
export interface Dialect {
  /** What follows the columns of a table whose rows lie in the order of its primary key. */
  readonly clustered: string;
  /** Gives a row where there is a table with the name in `$1`. */
  readonly findTable: string;
}

export interface OpenOptions {
  /** How long a writer waits for another one to finish. */
  readonly lockWaitMs: number;
  /** Makes a SQLite file where there is none; true where it is left out. */
  readonly create?: boolean;
  /** Which of several databases is opened: the first that answers where it is left out. */
  readonly wanted?: "any" | "primary" | "writable";
  /** How long PostgreSQL may take for a statement that reads; a minute where it is left out. */
  readonly answerMs?: number;
}

/** There is no database, and none was to be created. */
export class DatabaseMissingError extends Error {
  readonly databaseName: string;

  constructor(databaseName: string) {
    super(`${databaseName} does not exist`);
    this.databaseName = databaseName;
  }
}

/** Another writer held the database for as long as we were ready to wait. */
export class DatabaseBusyError extends Error {}

/** The database lets us read and not write: it is a standby, read-only, or the role has no right to. */
export class DatabaseReadOnlyError extends Error {}
