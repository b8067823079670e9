//! The hub through its real listeners: sockets, headers, sign-in, live stream, life and death.

mod api;
mod gate;
mod life;
mod live;
mod sign_in;
mod support;
