// Stop-watches inside the page; installed before any code of the page runs.
//
// Times are those of `performance.now()`: milliseconds since the navigation began.
export function installWatch() {
    const painted = () =>
        new Promise((resolve) => {
            // After the frame in which the change is drawn.
            requestAnimationFrame(() => setTimeout(() => resolve(performance.now()), 0));
        });

    /** Resolves to the moment at which `selector` was drawn `count` times. */
    const drawn = (selector, count) =>
        new Promise((resolve) => {
            const there = () => document.querySelectorAll(selector).length >= count;
            const look = () => {
                if (!there()) return;
                observer.disconnect();
                resolve(painted());
            };
            const observer = new MutationObserver(look);
            observer.observe(document, { childList: true, subtree: true });
            look();
        });

    const watch = { drawn, snapshotAt: null, keys: [] };
    const Plain = window.WebSocket;
    window.WebSocket = class extends Plain {
        constructor(...parts) {
            super(...parts);
            // Before the page's own listener, which draws.
            this.addEventListener('message', () => (watch.snapshotAt ??= performance.now()));
        }
    };
    addEventListener(
        'keydown',
        (event) => {
            painted().then((at) => watch.keys.push(at - event.timeStamp));
        },
        { capture: true },
    );
    window.watch = watch;
}
