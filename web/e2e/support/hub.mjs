// A real hub on its own data directory, and the agent's side of it over the local socket.
import { execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { eventually } from './eventually.mjs';

const BINARY = process.env.SAYSO_BINARY ?? '../target/debug/sayso';

export class Hub {
    /** Starts `sayso serve` and waits until it answers. */
    static async start(environment = {}) {
        const directory = mkdtempSync(path.join(tmpdir(), 'sayso-e2e-'));
        mkdirSync(path.join(directory, 'home'));
        const hub = new Hub(directory, environment);
        // A journey asks and answers from one process, and may itself run in an agent's shell.
        mkdirSync(hub.dataDir, { mode: 0o700 });
        writeFileSync(path.join(hub.dataDir, 'settings.toml'), 'agent_guard = false\n');
        await hub.serve();
        return hub;
    }

    constructor(directory, environment) {
        this.directory = directory;
        this.dataDir = path.join(directory, 'data');
        this.environment = environment;
        this.port = 0;
        this.process = null;
    }

    async serve() {
        const log = openSync(path.join(this.directory, 'hub.log'), 'a');
        const port = this.port === 0 ? '0' : String(this.port);
        this.process = spawn(BINARY, ['serve', '--data-dir', this.dataDir, '--port', port], {
            stdio: ['ignore', log, log],
            env: this.#world(),
        });
        const status = await eventually('the hub answers', () =>
            this.person('GET', '/api/v1/status').catch(() => null),
        );
        this.port = status.port;
    }

    get url() {
        return `http://localhost:${this.port}`;
    }

    /** Ends the hub immediately, as a crash would. */
    async kill() {
        const ended = new Promise((resolve) => this.process.once('exit', resolve));
        this.process.kill('SIGKILL');
        await ended;
    }

    async stop() {
        if (this.process.exitCode === null && this.process.signalCode === null) await this.kill();
        rmSync(this.directory, { recursive: true, force: true });
    }

    /** Runs a command of the same binary on this hub; returns what it printed. */
    async sayso(...words) {
        const arguments_ = [...words, '--data-dir', this.dataDir];
        const ended = await promisify(execFile)(BINARY, arguments_, { env: this.#world() });
        return ended.stdout;
    }

    /** A call as the person at this machine. */
    person(method, target, body) {
        return this.#call(method, target, body, { 'x-sayso-surface': 'terminal' });
    }

    /** A call as an agent of this name. */
    agent(method, target, body, { client = 'claude-code', directory = '/src/shop' } = {}) {
        const claim = JSON.stringify({ client, directory });
        const header = [...Buffer.from(claim)]
            .map((byte) =>
                byte >= 0x20 && byte <= 0x7e && byte !== 0x25
                    ? String.fromCharCode(byte)
                    : `%${byte.toString(16).padStart(2, '0')}`,
            )
            .join('');
        return this.#call(method, target, body, { 'x-sayso-asker': header });
    }

    /** Asks a question; returns its id. No call waits for the answer until `result` is called. */
    async ask(question, asker) {
        const reply = await this.agent(
            'POST',
            '/api/v1/asks',
            { interface: 'web', ...question },
            asker,
        );
        return reply.interaction.session_id;
    }

    /** Asks for one decision, as `hitl_request` does; returns its id. */
    async request(request, asker) {
        const reply = await this.agent('POST', '/api/v1/asks/hitl', request, asker);
        return reply.interaction.session_id;
    }

    /** Asks whether a command may run; returns the question's id. */
    async approval(action, asker) {
        const body = { interface: 'web', ...action };
        const reply = await this.agent('POST', '/api/v1/approvals', body, asker);
        return reply.interaction.session_id;
    }

    /** Waits like an agent's call; resolves to the result it would get. */
    result(id, asker, seconds = 30) {
        return this.#outcome(id, asker, seconds, ({ kind: _, ...result }) => result);
    }

    /** Waits like a call of `hitl_request`; resolves to the result it would get. */
    decision(id, asker, seconds = 30) {
        return this.#outcome(id, asker, seconds, (result) => result.hitl_result);
    }

    #outcome(id, asker, seconds, form) {
        const waiting = this.#wait(id, asker, seconds).then((reply) => form(reply.result));
        // A journey that fails before it looks at the result must not take the whole run with it.
        waiting.catch(() => undefined);
        return waiting;
    }

    async #wait(id, asker, seconds) {
        const target = `/api/v1/asks/${id}/result?wait_seconds=${seconds}`;
        const reply = await this.agent('GET', target, undefined, asker);
        if (reply.result.action_status !== 'pending') {
            await this.agent('POST', `/api/v1/asks/${id}/receipt`, {}, asker);
        }
        return reply;
    }

    show(id) {
        return this.person('GET', `/api/v1/interactions/${id}`);
    }

    set(settings) {
        return this.person('PATCH', '/api/v1/settings', settings);
    }

    /** Answers as the person at this machine, on the surface `terminal`. */
    answer(id, answer) {
        const answer_id = randomBytes(16).toString('hex');
        return this.person('POST', `/api/v1/interactions/${id}/answer`, { answer_id, answer });
    }

    /** Nothing of the developer's own settings decides anything. */
    #world() {
        return {
            PATH: process.env.PATH,
            HOME: path.join(this.directory, 'home'),
            LANG: 'C.UTF-8',
            BROWSER: 'true',
            SAYSO_OPEN_BROWSER: 'false',
            ...this.environment,
        };
    }

    #call(method, target, body, headers) {
        return new Promise((resolve, reject) => {
            const text = body === undefined ? undefined : JSON.stringify(body);
            const request = http.request(
                {
                    socketPath: path.join(this.dataDir, 'hub.sock'),
                    method,
                    path: target,
                    headers: {
                        ...headers,
                        ...(text === undefined
                            ? {}
                            : {
                                  'content-type': 'application/json',
                                  'content-length': Buffer.byteLength(text),
                              }),
                    },
                },
                (reply) => {
                    const parts = [];
                    reply.on('data', (part) => parts.push(part));
                    reply.on('end', () => {
                        const answer = JSON.parse(Buffer.concat(parts).toString() || 'null');
                        if (reply.statusCode < 300) resolve(answer);
                        else
                            reject(
                                new Error(
                                    `${method} ${target}: ${reply.statusCode} ${JSON.stringify(answer)}`,
                                ),
                            );
                    });
                },
            );
            request.on('error', reject);
            request.end(text);
        });
    }
}
