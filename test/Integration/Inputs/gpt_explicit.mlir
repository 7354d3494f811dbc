// Character transformer: two pre-LN decoder layers of width 64 with 4 heads, learned
// positions, tied embeddings, mean cross-entropy. A row of `tokens` is a window of 65
// characters: 64 to read and, one further on, 64 to predict. Attention is spelled out.
func.func @loss(
    %tok: tensor<62x64xf32> {train.role = #train.role<param>, train.name = "tok"},
    %pos: tensor<64x64xf32> {train.role = #train.role<param>, train.name = "pos"},
    %h0_ln1_w: tensor<64xf32> {train.role = #train.role<param>, train.name = "h0/ln1/w"},
    %h0_ln1_b: tensor<64xf32> {train.role = #train.role<param>, train.name = "h0/ln1/b"},
    %h0_attn_wqkv: tensor<64x192xf32> {train.role = #train.role<param>, train.name = "h0/attn/wqkv"},
    %h0_attn_bqkv: tensor<192xf32> {train.role = #train.role<param>, train.name = "h0/attn/bqkv"},
    %h0_attn_wo: tensor<64x64xf32> {train.role = #train.role<param>, train.name = "h0/attn/wo"},
    %h0_attn_bo: tensor<64xf32> {train.role = #train.role<param>, train.name = "h0/attn/bo"},
    %h0_ln2_w: tensor<64xf32> {train.role = #train.role<param>, train.name = "h0/ln2/w"},
    %h0_ln2_b: tensor<64xf32> {train.role = #train.role<param>, train.name = "h0/ln2/b"},
    %h0_mlp_w1: tensor<64x256xf32> {train.role = #train.role<param>, train.name = "h0/mlp/w1"},
    %h0_mlp_b1: tensor<256xf32> {train.role = #train.role<param>, train.name = "h0/mlp/b1"},
    %h0_mlp_w2: tensor<256x64xf32> {train.role = #train.role<param>, train.name = "h0/mlp/w2"},
    %h0_mlp_b2: tensor<64xf32> {train.role = #train.role<param>, train.name = "h0/mlp/b2"},
    %h1_ln1_w: tensor<64xf32> {train.role = #train.role<param>, train.name = "h1/ln1/w"},
    %h1_ln1_b: tensor<64xf32> {train.role = #train.role<param>, train.name = "h1/ln1/b"},
    %h1_attn_wqkv: tensor<64x192xf32> {train.role = #train.role<param>, train.name = "h1/attn/wqkv"},
    %h1_attn_bqkv: tensor<192xf32> {train.role = #train.role<param>, train.name = "h1/attn/bqkv"},
    %h1_attn_wo: tensor<64x64xf32> {train.role = #train.role<param>, train.name = "h1/attn/wo"},
    %h1_attn_bo: tensor<64xf32> {train.role = #train.role<param>, train.name = "h1/attn/bo"},
    %h1_ln2_w: tensor<64xf32> {train.role = #train.role<param>, train.name = "h1/ln2/w"},
    %h1_ln2_b: tensor<64xf32> {train.role = #train.role<param>, train.name = "h1/ln2/b"},
    %h1_mlp_w1: tensor<64x256xf32> {train.role = #train.role<param>, train.name = "h1/mlp/w1"},
    %h1_mlp_b1: tensor<256xf32> {train.role = #train.role<param>, train.name = "h1/mlp/b1"},
    %h1_mlp_w2: tensor<256x64xf32> {train.role = #train.role<param>, train.name = "h1/mlp/w2"},
    %h1_mlp_b2: tensor<64xf32> {train.role = #train.role<param>, train.name = "h1/mlp/b2"},
    %lnf_w: tensor<64xf32> {train.role = #train.role<param>, train.name = "lnf/w"},
    %lnf_b: tensor<64xf32> {train.role = #train.role<param>, train.name = "lnf/b"},
    %tokens: tensor<8x65xi32> {train.role = #train.role<batch>, train.name = "tokens"})
    -> (tensor<f32> {train.role = #train.role<loss>, train.name = "loss"},
        tensor<8xf32> {train.role = #train.role<metric>, train.name = "accuracy"}) {
  %in = train.slice %tokens, start = [0, 0], limit = [8, 64], strides = [1, 1] : tensor<8x65xi32> -> tensor<8x64xi32>
  %next = train.slice %tokens, start = [0, 1], limit = [8, 65], strides = [1, 1] : tensor<8x65xi32> -> tensor<8x64xi32>
  %target = train.reshape %next : tensor<8x64xi32> -> tensor<512xi32>
  %emb = train.embedding %tok, %in : (tensor<62x64xf32>, tensor<8x64xi32>) -> tensor<8x64x64xf32>
  %posb = train.broadcast_in_dim %pos, dims = [1, 2] : tensor<64x64xf32> -> tensor<8x64x64xf32>
  %x0 = train.add %emb, %posb : tensor<8x64x64xf32>
  %c = train.constant dense<0.25> : tensor<f32>
  %scale = train.broadcast_in_dim %c, dims = [] : tensor<f32> -> tensor<8x4x64x64xf32>
  %ninf = train.constant dense<0xFF800000> : tensor<f32>
  %blocked = train.broadcast_in_dim %ninf, dims = [] : tensor<f32> -> tensor<8x4x64x64xf32>
  %row = train.iota dim = 2 : tensor<8x4x64x64xi32>
  %col = train.iota dim = 3 : tensor<8x4x64x64xi32>
  %future = train.compare GT, %col, %row : tensor<8x4x64x64xi32>
  %h0_n1 = train.layer_norm %x0 scale %h0_ln1_w bias %h0_ln1_b axis = 2 epsilon = 1.0e-5 : (tensor<8x64x64xf32>, tensor<64xf32>, tensor<64xf32>) -> tensor<8x64x64xf32>
  %h0_qkv = train.linear %h0_n1, %h0_attn_wqkv, %h0_attn_bqkv : (tensor<8x64x64xf32>, tensor<64x192xf32>, tensor<192xf32>) -> tensor<8x64x192xf32>
  %h0_q0 = train.slice %h0_qkv, start = [0, 0, 0], limit = [8, 64, 64], strides = [1, 1, 1] : tensor<8x64x192xf32> -> tensor<8x64x64xf32>
  %h0_q1 = train.reshape %h0_q0 : tensor<8x64x64xf32> -> tensor<8x64x4x16xf32>
  %h0_q = train.transpose %h0_q1, perm = [0, 2, 1, 3] : tensor<8x64x4x16xf32> -> tensor<8x4x64x16xf32>
  %h0_k0 = train.slice %h0_qkv, start = [0, 0, 64], limit = [8, 64, 128], strides = [1, 1, 1] : tensor<8x64x192xf32> -> tensor<8x64x64xf32>
  %h0_k1 = train.reshape %h0_k0 : tensor<8x64x64xf32> -> tensor<8x64x4x16xf32>
  %h0_k = train.transpose %h0_k1, perm = [0, 2, 1, 3] : tensor<8x64x4x16xf32> -> tensor<8x4x64x16xf32>
  %h0_v0 = train.slice %h0_qkv, start = [0, 0, 128], limit = [8, 64, 192], strides = [1, 1, 1] : tensor<8x64x192xf32> -> tensor<8x64x64xf32>
  %h0_v1 = train.reshape %h0_v0 : tensor<8x64x64xf32> -> tensor<8x64x4x16xf32>
  %h0_v = train.transpose %h0_v1, perm = [0, 2, 1, 3] : tensor<8x64x4x16xf32> -> tensor<8x4x64x16xf32>
  %h0_s0 = train.dot_general %h0_q, %h0_k, batch = [0, 1] x [0, 1], contract = [3] x [3] : (tensor<8x4x64x16xf32>, tensor<8x4x64x16xf32>) -> tensor<8x4x64x64xf32>
  %h0_s1 = train.multiply %h0_s0, %scale : tensor<8x4x64x64xf32>
  %h0_s2 = train.select %future, %blocked, %h0_s1 : tensor<8x4x64x64xi1>, tensor<8x4x64x64xf32>
  %h0_prob = train.softmax %h0_s2, dim = 3 : tensor<8x4x64x64xf32> -> tensor<8x4x64x64xf32>
  %h0_a = train.dot_general %h0_prob, %h0_v, batch = [0, 1] x [0, 1], contract = [3] x [2] : (tensor<8x4x64x64xf32>, tensor<8x4x64x16xf32>) -> tensor<8x4x64x16xf32>
  %h0_a1 = train.transpose %h0_a, perm = [0, 2, 1, 3] : tensor<8x4x64x16xf32> -> tensor<8x64x4x16xf32>
  %h0_a2 = train.reshape %h0_a1 : tensor<8x64x4x16xf32> -> tensor<8x64x64xf32>
  %h0_o = train.linear %h0_a2, %h0_attn_wo, %h0_attn_bo : (tensor<8x64x64xf32>, tensor<64x64xf32>, tensor<64xf32>) -> tensor<8x64x64xf32>
  %h0_x1 = train.add %x0, %h0_o : tensor<8x64x64xf32>
  %h0_n2 = train.layer_norm %h0_x1 scale %h0_ln2_w bias %h0_ln2_b axis = 2 epsilon = 1.0e-5 : (tensor<8x64x64xf32>, tensor<64xf32>, tensor<64xf32>) -> tensor<8x64x64xf32>
  %h0_up = train.linear %h0_n2, %h0_mlp_w1, %h0_mlp_b1 : (tensor<8x64x64xf32>, tensor<64x256xf32>, tensor<256xf32>) -> tensor<8x64x256xf32>
  %h0_act = train.gelu %h0_up approximate = tanh : tensor<8x64x256xf32> -> tensor<8x64x256xf32>
  %h0_down = train.linear %h0_act, %h0_mlp_w2, %h0_mlp_b2 : (tensor<8x64x256xf32>, tensor<256x64xf32>, tensor<64xf32>) -> tensor<8x64x64xf32>
  %h0_x2 = train.add %h0_x1, %h0_down : tensor<8x64x64xf32>
  %h1_n1 = train.layer_norm %h0_x2 scale %h1_ln1_w bias %h1_ln1_b axis = 2 epsilon = 1.0e-5 : (tensor<8x64x64xf32>, tensor<64xf32>, tensor<64xf32>) -> tensor<8x64x64xf32>
  %h1_qkv = train.linear %h1_n1, %h1_attn_wqkv, %h1_attn_bqkv : (tensor<8x64x64xf32>, tensor<64x192xf32>, tensor<192xf32>) -> tensor<8x64x192xf32>
  %h1_q0 = train.slice %h1_qkv, start = [0, 0, 0], limit = [8, 64, 64], strides = [1, 1, 1] : tensor<8x64x192xf32> -> tensor<8x64x64xf32>
  %h1_q1 = train.reshape %h1_q0 : tensor<8x64x64xf32> -> tensor<8x64x4x16xf32>
  %h1_q = train.transpose %h1_q1, perm = [0, 2, 1, 3] : tensor<8x64x4x16xf32> -> tensor<8x4x64x16xf32>
  %h1_k0 = train.slice %h1_qkv, start = [0, 0, 64], limit = [8, 64, 128], strides = [1, 1, 1] : tensor<8x64x192xf32> -> tensor<8x64x64xf32>
  %h1_k1 = train.reshape %h1_k0 : tensor<8x64x64xf32> -> tensor<8x64x4x16xf32>
  %h1_k = train.transpose %h1_k1, perm = [0, 2, 1, 3] : tensor<8x64x4x16xf32> -> tensor<8x4x64x16xf32>
  %h1_v0 = train.slice %h1_qkv, start = [0, 0, 128], limit = [8, 64, 192], strides = [1, 1, 1] : tensor<8x64x192xf32> -> tensor<8x64x64xf32>
  %h1_v1 = train.reshape %h1_v0 : tensor<8x64x64xf32> -> tensor<8x64x4x16xf32>
  %h1_v = train.transpose %h1_v1, perm = [0, 2, 1, 3] : tensor<8x64x4x16xf32> -> tensor<8x4x64x16xf32>
  %h1_s0 = train.dot_general %h1_q, %h1_k, batch = [0, 1] x [0, 1], contract = [3] x [3] : (tensor<8x4x64x16xf32>, tensor<8x4x64x16xf32>) -> tensor<8x4x64x64xf32>
  %h1_s1 = train.multiply %h1_s0, %scale : tensor<8x4x64x64xf32>
  %h1_s2 = train.select %future, %blocked, %h1_s1 : tensor<8x4x64x64xi1>, tensor<8x4x64x64xf32>
  %h1_prob = train.softmax %h1_s2, dim = 3 : tensor<8x4x64x64xf32> -> tensor<8x4x64x64xf32>
  %h1_a = train.dot_general %h1_prob, %h1_v, batch = [0, 1] x [0, 1], contract = [3] x [2] : (tensor<8x4x64x64xf32>, tensor<8x4x64x16xf32>) -> tensor<8x4x64x16xf32>
  %h1_a1 = train.transpose %h1_a, perm = [0, 2, 1, 3] : tensor<8x4x64x16xf32> -> tensor<8x64x4x16xf32>
  %h1_a2 = train.reshape %h1_a1 : tensor<8x64x4x16xf32> -> tensor<8x64x64xf32>
  %h1_o = train.linear %h1_a2, %h1_attn_wo, %h1_attn_bo : (tensor<8x64x64xf32>, tensor<64x64xf32>, tensor<64xf32>) -> tensor<8x64x64xf32>
  %h1_x1 = train.add %h0_x2, %h1_o : tensor<8x64x64xf32>
  %h1_n2 = train.layer_norm %h1_x1 scale %h1_ln2_w bias %h1_ln2_b axis = 2 epsilon = 1.0e-5 : (tensor<8x64x64xf32>, tensor<64xf32>, tensor<64xf32>) -> tensor<8x64x64xf32>
  %h1_up = train.linear %h1_n2, %h1_mlp_w1, %h1_mlp_b1 : (tensor<8x64x64xf32>, tensor<64x256xf32>, tensor<256xf32>) -> tensor<8x64x256xf32>
  %h1_act = train.gelu %h1_up approximate = tanh : tensor<8x64x256xf32> -> tensor<8x64x256xf32>
  %h1_down = train.linear %h1_act, %h1_mlp_w2, %h1_mlp_b2 : (tensor<8x64x256xf32>, tensor<256x64xf32>, tensor<64xf32>) -> tensor<8x64x64xf32>
  %h1_x2 = train.add %h1_x1, %h1_down : tensor<8x64x64xf32>
  %lnf = train.layer_norm %h1_x2 scale %lnf_w bias %lnf_b axis = 2 epsilon = 1.0e-5 : (tensor<8x64x64xf32>, tensor<64xf32>, tensor<64xf32>) -> tensor<8x64x64xf32>
  %head = train.transpose %tok, perm = [1, 0] : tensor<62x64xf32> -> tensor<64x62xf32>
  %out = train.linear %lnf, %head : (tensor<8x64x64xf32>, tensor<64x62xf32>) -> tensor<8x64x62xf32>
  %logits = train.reshape %out : tensor<8x64x62xf32> -> tensor<512x62xf32>
  %loss = train.cross_entropy %logits, %target : (tensor<512x62xf32>, tensor<512xi32>) -> tensor<f32>
  %best = train.arg_reduce max %logits, dim = 1 : tensor<512x62xf32> -> tensor<512xi32>
  %right = train.compare EQ, %best, %target : tensor<512xi32>
  %hit = train.cast %right : tensor<512xi1> to tensor<512xf32>
  %hits = train.reshape %hit : tensor<512xf32> -> tensor<8x64xf32>
  %sum = train.reduce add %hits, dims = [1] : tensor<8x64xf32> -> tensor<8xf32>
  %share = train.constant dense<0.015625> : tensor<8xf32>
  %accuracy = train.multiply %sum, %share : tensor<8xf32>
  return %loss, %accuracy : tensor<f32>, tensor<8xf32>
}
