// The thread that holds the database: each commit waits for the disk, and the event loop must not. Plain JavaScript, so
// that a thread needs no loader in a checkout. Messages: { id, sql, parameters } or { id, close: true }; answers:
// { id, rows, changes } or { id, error: { message, code } }. The first answer, with the id 0, says whether it opened.
import { parentPort, workerData } from 'node:worker_threads';
import SqliteFile from 'better-sqlite3';

/** Statements are few and come again and again. */
const MOST_STATEMENTS = 500;
/** @type {Map<string, import('better-sqlite3').Statement>} */
const statements = new Map();
/** @type {import('better-sqlite3').Database} */
let database;

/** An error as it may cross to the other thread. */
function failure(id, error) {
  return { id, error: { message: String(error?.message ?? error), code: error?.code ?? null } };
}

function statementOf(sql) {
  const known = statements.get(sql);
  if (known !== undefined) return known;
  if (statements.size >= MOST_STATEMENTS) statements.clear();
  const statement = database.prepare(sql);
  statements.set(sql, statement);
  return statement;
}

function answerOf({ id, sql, parameters, close }) {
  try {
    if (close) {
      database.close();
      return { id, rows: [], changes: 0 };
    }
    const statement = statementOf(sql);
    if (statement.reader) return { id, rows: statement.all(parameters), changes: null };
    return { id, rows: [], changes: statement.run(parameters).changes };
  } catch (error) {
    return failure(id, error);
  }
}

try {
  database = new SqliteFile(workerData.path);
  database.pragma('journal_mode = WAL');
  database.pragma('synchronous = FULL');
  database.pragma('foreign_keys = ON');
  database.pragma('busy_timeout = 5000');
  parentPort.postMessage({ id: 0, rows: [], changes: 0 }, []);
} catch (error) {
  parentPort.postMessage(failure(0, error), []);
}

parentPort.on('message', (message) => {
  parentPort.postMessage(answerOf(message), []);
  if (message.close) parentPort.close();
});
