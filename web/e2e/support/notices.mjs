// Stands in for the system's notifications and for where the person looks; runs inside the page.
//
// `window.notices` collects what was shown, `window.gaze` says what the tab is: visible or hidden.
export function stubNotices(permission) {
    window.notices = [];
    window.Notification = class {
        static permission = permission;
        static requestPermission = async () => (this.permission = 'granted');
        constructor(title, options) {
            window.notices.push([title, options.body]);
        }
        close() {}
    };
    Object.defineProperty(document, 'visibilityState', {
        get: () => window.gaze ?? 'visible',
    });
    document.hasFocus = () => window.gaze !== 'hidden';
}
